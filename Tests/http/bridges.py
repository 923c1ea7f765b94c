"""Bridges, and what becomes of one job of theirs."""
import os, subprocess, sys, time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))) + "/web-attacks")

from service import PROGRAM, Lines, Program

# The classes of outcomes.
DELIVERED, REJECTED, RETRY = "delivered", "rejected", "retry"
# All processes of this run; they end with it.
PROCESSES = []
# No pause between attempts is shorter: a job that failed once stays as it is.
NEVER = 600


def start(command, log=subprocess.DEVNULL):
    """Starts a program of others, which stays in the foreground."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    PROCESSES.append(process)
    return process


def stop_all():
    for process in PROCESSES:
        if process.poll() is None:
            process.terminate()
    for process in PROCESSES:
        process.wait()


class Outcome:
    """The class of an outcome, the status of the answer that decided it, and the words of the error if there are any."""

    def __init__(self, kind, status=None, message=""):
        self.kind, self.status, self.message = kind, status, message

    def __str__(self):
        return " ".join(filter(None, [self.kind, self.status and str(self.status), self.message and f"({self.message})"]))


class Bridge:
    """A bridge with one platform. Its environment has only what is given. An option that is JSON is passed as a file."""

    def __init__(self, folder, url, *options, environment=None, seconds=20, retry=NEVER, **limits):
        os.makedirs(folder)
        self.folder = folder
        self.options = [self.file(word) if word.startswith("{") else word for word in options]
        self.environment = ["env", "-i", "PATH=" + os.environ["PATH"], "HOME=" + folder]
        self.environment += [f"{name}={value}" for name, value in (environment or {}).items()]
        limits |= {"attemptSeconds": seconds, "retryFirstSeconds": retry, "retryMaxSeconds": 2 * retry}
        words = [word for limit in limits.items() for word in ("--limit", "=".join(map(str, limit)))]
        with open(folder + "/log", "wb") as log:
            self.program = Program(
                "serve", "--socket", folder + "/s", "--data-dir", folder + "/data", "--allow-insecure-http",
                "--durability", "process", *words, *self.options, log=log, before=self.environment)
        PROCESSES.append(self.program.process)
        self.lines = Lines(folder + "/s")
        self.direct(url)

    def file(self, text):
        path = self.folder + "/config"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def direct(self, url):
        """Sets the address of the platform."""
        self.call("initialization", configuration={"apiUrl": url, "rToken": "r"})

    def call(self, method, /, **params):
        try:
            return self.lines.call(method, params)
        except (AssertionError, OSError) as error:
            try:
                status = self.program.process.wait(0.5)
            except Exception:
                raise error from None
            raise AssertionError(f"the bridge ended with {status}") from None

    def post(self, job, size=0):
        """Adds a job; those of one bridge are delivered in order."""
        payload = {"text": "x" * size}
        self.call("mobileEvent", sid="site-1", eventName="event", payload=payload, requestId=job)

    def post_alone(self, job):
        """Adds a job that has no order."""
        self.call("openEvent", messageUID="uid-" + job, requestId=job)

    def outcome(self, job, seconds=30, is_final=False):
        """Waits until an attempt has ended, or until the job has."""
        end, pause = time.monotonic() + seconds, 0.005
        while time.monotonic() < end:
            found = self.call("outbox.get", requestId=job)
            if found["state"] != "pending":
                answer = (found["outcome"] or {}).get("response") or {}
                return Outcome(found["state"], answer.get("httpCode"))
            error = found["lastError"]
            if error and not is_final:
                return Outcome(RETRY, error["httpCode"], error["message"])
            time.sleep(pause)
            pause = min(0.05, pause * 1.5)
        return Outcome("pending", None, str(found["lastError"]))

    def attempt(self, job, size=0):
        """Adds a job, and returns what its first attempt brought. No further attempt follows."""
        self.post(job, size)
        outcome = self.outcome(job)
        if outcome.kind == RETRY:
            self.call("outbox.discard", requestId=job)
        # An answer may have asked for a pause.
        self.call("outbox.flush")
        return outcome

    def outcomes(self, jobs, seconds=30, is_final=False):
        """Waits for several jobs."""
        end = time.monotonic() + seconds
        return {job: self.outcome(job, max(0.01, end - time.monotonic()), is_final) for job in jobs}

    def doctor(self):
        """Returns what the doctor says of this bridge, with its settings as variables."""
        names = ["ALTCRAFT_BRIDGE_" + flag.lstrip("-").replace("-", "_").upper() for flag in self.options[::2]]
        result = subprocess.run(
            [*self.environment, *map("=".join, zip(names, self.options[1::2])), PROGRAM, "doctor", "--data-dir", self.folder + "/data"],
            capture_output=True, text=True, timeout=30)
        return result.stdout + result.stderr

    def log(self):
        with open(self.folder + "/log", encoding="utf-8", errors="replace") as file:
            return file.read()

    def end(self):
        self.lines.socket.close()
        return self.program.end()
