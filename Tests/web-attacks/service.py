"""The bridge under attack, and the proof that no attack executed a call.

Each attack tries to add a mobile event whose `requestId` is the name of the attack. The proof is read over a Unix
socket, which no attack can reach: the bridge does not know that `requestId`, and its outbox has accepted nothing.
"""
import atexit, json, os, socket, subprocess, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.environ.get("ALTCRAFT_BRIDGE") or ROOT + "/.build/debug/altcraft-bridge"

# The largest growth of the bridge that an attack may cause, in KiB of memory and in descriptors.
MEMORY, DESCRIPTORS = 96 << 10, 64


class Program:
    """A process of this project, once it is ready. `before` are words of a command that runs the program."""

    def __init__(self, *arguments, log=subprocess.DEVNULL, program=PROGRAM, before=()):
        self.process = subprocess.Popen(
            [*before, program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if line.startswith(b"{"):
                self.ready = json.loads(line)
                break
        else:
            raise SystemExit(f"error: {PROGRAM} {arguments[0]} ended with {self.process.wait()}")
        # Its log goes to a file from now on: a full pipe must not stop it.
        self.copy = subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=log)
        self.process.stderr.close()
        atexit.register(self.end)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.copy.wait()
        return self.process.wait()


class Lines:
    """A connection that is allowed to call: lines over a Unix socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.last, self.lock = 0, threading.Lock()

    def call(self, method, params=None):
        with self.lock:
            return self._call(method, params)

    def _call(self, method, params):
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params or {}}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        for line in self.file:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
        raise AssertionError("the bridge has closed the connection of the driver")


class Bridge:
    """`serve --websocket` with one allowed origin, and a platform that would receive what an attack executes."""

    def __init__(self, folder, port=0, origins=(), limits=()):
        os.makedirs(folder)
        self.folder, self.log = folder, open(folder + "/log", "wb")
        self.platform = Program("platform", "--listen", "127.0.0.1:0")
        options = [word for origin in origins for word in ("--allow-origin", origin)]
        options += [word for limit in limits for word in ("--limit", limit)]
        self.program = Program(
            "serve", "--websocket", f"127.0.0.1:{port}", "--listen", "127.0.0.1:0", "--require-token",
            "--socket", folder + "/run/s", "--data-dir", folder + "/data", *options, log=self.log)
        address = next(a for a in self.program.ready["listen"] if a.startswith("ws:"))
        self.port = int(address.rsplit(":", 1)[1])
        self.driver = Lines(folder + "/run/s")
        self.pid = self.driver.call("bridge.info")["pid"]
        platform = {"apiUrl": self.platform.ready["url"], "rToken": "r"}
        self.driver.call("initialization", {"configuration": platform})
        self.accepted = 0
        self.size = self.measure()

    def token(self, role="control"):
        name = "rpc.token" if role == "control" else "rpc.observer-token"
        with open(f"{self.folder}/data/{name}", encoding="ascii") as file:
            return file.read().strip()

    def ticket(self, role="control"):
        """Returns a ticket, from the fragment of its URL."""
        return self.driver.call("bridge.ticket", {"role": role})["url"].partition("#ticket=")[2]

    def measure(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
        return memory, len(os.listdir(f"/proc/{self.pid}/fd"))

    def fault(self, request_id, executes=False, is_alone=True):
        """Returns how the attack has harmed the bridge, or None. Beside others, only its own call counts."""
        start = time.monotonic()
        if self.driver.call("bridge.ping") != "pong":
            return "the bridge does not answer"
        if time.monotonic() - start > 2:
            return "the bridge takes more than 2 s to answer"
        outbox = self.driver.call("bridge.stats")["outbox"]
        job = self.driver.call("outbox.get", {"requestId": request_id})
        self.accepted += executes
        if (job is not None) != executes or is_alone and outbox["accepted"] != self.accepted:
            return f"{outbox['accepted']} calls are accepted instead of {self.accepted}: {job}"
        return None

    def harm(self):
        """Returns how all attacks together have harmed the bridge, or None."""
        accepted = self.driver.call("bridge.stats")["outbox"]["accepted"]
        if accepted != self.accepted:
            return f"{accepted} calls are accepted instead of {self.accepted}"
        status = self.program.process.poll()
        return self.growth() if status is None else f"the bridge ended with {status}"

    def growth(self):
        """Returns how the bridge has grown beyond its bounds, or None. Closed connections get time to end."""
        for _ in range(100):
            memory, descriptors = (now - was for now, was in zip(self.measure(), self.size))
            if memory <= MEMORY and descriptors <= DESCRIPTORS:
                return None
            time.sleep(0.05)
        return f"it has grown by {memory} KiB and {descriptors} descriptors"

    def end(self):
        """Returns the status with which the bridge ended."""
        status = self.program.end()
        self.platform.end()
        self.log.close()
        return status


def attempt(request_id):
    """Returns the call that an attack tries to execute."""
    params = {"sid": "attack", "eventName": "attack", "requestId": request_id}
    call = {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent", "params": params}
    return json.dumps(call, separators=(",", ":"))
