"""Runs of the tests and of the simulation with one mutant."""

import glob
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

# Measurements of time, tests of many rounds, and suites that are for campaigns only.
SKIPPED = r"TimingTests|EveryByteTests|StressTests|ForgedJournalTests/falseHeads|OutcomeTests/tooMany|LargeAnswerTests"
# The runs of the simulation for one mutant.
SEEDS = 60
# A process that uses no processor time for so many seconds waits for something that never happens.
IDLE = 8
# A process that mostly waits, by so many observations, lets another run begin.
OBSERVATIONS = 40
# The longest time of a run, in multiples of its processor time: it may have to wait for a processor.
PATIENCE = 6
# The bytes of addresses that a run may have.
ADDRESSES = 8 << 30
TICKS = os.sysconf("SC_CLK_TCK")
COLOR = re.compile(r"\x1b\[[0-9;]*m")


class Run:
    """The end of one run: why it failed, if it did, and how long it took."""

    def __init__(self, failure, seconds):
        self.failure, self.seconds = failure, seconds


class Runner:
    """The built programs."""

    def __init__(self, root, place, count, jobs=1):
        self.root, self.count = root, count
        self.busy = threading.Semaphore(jobs)
        programs = os.path.join(place, ".build/release")
        self.tests = os.path.join(programs, "altcraft-bridgePackageTests.xctest")
        self.simulation = os.path.join(programs, "altcraft-bridge-simulation")
        self.place = place

    def suites(self, module):
        """Returns the names of the suites of a module of tests."""
        command = [self.tests, "--testing-library", "swift-testing", "--list-tests"]
        output = subprocess.run(command, capture_output=True, text=True, cwd=self.place).stdout
        names = {line.split("/")[0] for line in output.splitlines() if line.startswith(module + ".")}
        return sorted(name for name in names if not re.search(SKIPPED, name))

    def run_suites(self, suites, mutant, timeout, reached=None):
        """Runs suites until a test fails."""
        names = "|".join(re.escape(name) for name in suites)
        command = [self.tests, "--testing-library", "swift-testing", "--filter", f"^({names})/", "--skip", SKIPPED]
        return self._run(command, mutant, timeout, reached)

    def run_simulation(self, mutant, timeout, reached=None):
        """Runs the simulation until a seed fails."""
        command = [self.simulation, "--seed", "1", "--seeds", str(SEEDS), "--no-shrink"]
        return self._run(command, mutant, timeout, reached)

    def _run(self, command, mutant, timeout, reached):
        """Runs a program until it fails, uses `timeout` seconds of processor time, or waits for nothing."""
        environment = dict(os.environ, MUTANT=str(mutant))
        environment.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8")
        if reached:
            environment["MUTANT_REACHED"] = reached
        self.busy.acquire()
        start, observed, is_busy = time.monotonic(), [], True
        with tempfile.TemporaryDirectory(prefix="altcraft-mutants-") as folder, \
                open(os.path.join(folder, "output"), "wb+") as output:
            environment["TMPDIR"] = folder
            process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=self.place,
                env=environment, start_new_session=True, preexec_fn=self._limit)
            failure, at, work = None, 0, None
            last, seen, idle = start, 0.0, 0.0
            while process.poll() is None:
                try:
                    process.wait(0.05)
                except subprocess.TimeoutExpired:
                    pass
                text = self._read(output, at)
                failure = self._failure(text)
                # A machine that was stopped or is busy must not look like a process that hangs.
                now = time.monotonic()
                passed, last = min(now - last, 0.2), now
                seen += passed
                runs = self._runs(process.pid)
                if is_busy:
                    observed = observed[-OBSERVATIONS:] + [runs]
                    if len(observed) > OBSERVATIONS and sum(observed) < OBSERVATIONS / 2:
                        is_busy = False
                        self.busy.release()
                before, work = work, self._work(process.pid)
                idle = idle + passed if work == before and not runs else 0.0
                used = sum(map(int, work)) / TICKS if isinstance(work, list) else 0
                if failure or used > timeout or seen > PATIENCE * timeout or idle > IDLE:
                    failure = failure or "hangs"
                    break
                at += text.rfind(b"\n") + 1
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            if is_busy:
                self.busy.release()
            if not failure:
                failure = self._failure(self._read(output, at)) or self._status(process.returncode, output)
        return Run(failure, time.monotonic() - start)

    def _limit(self):
        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))

    def _runs(self, process):
        """Returns whether a thread of a process uses a processor, or would if there were one."""
        for path in glob.glob(f"/proc/{process}/task/*/stat"):
            try:
                with open(path) as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "R":
                        return True
            except (FileNotFoundError, ProcessLookupError):
                pass
        return False

    def _work(self, process):
        """Returns the processor time of a process; something new for one that is stopped."""
        try:
            with open(f"/proc/{process}/stat") as file:
                state = file.read().rsplit(")", 1)[1].split()
            return time.monotonic() if state[0] == "T" else state[11:13]
        except (FileNotFoundError, ProcessLookupError):
            return None

    def _read(self, output, at):
        output.seek(at)
        return output.read(1 << 20)

    def _failure(self, text):
        """Returns the first failure that a program prints."""
        for line in COLOR.sub("", text.decode(errors="replace")).splitlines():
            if line.startswith("✘ Test") and "run with" not in line:
                found = re.match(r"✘ Test (\"[^\"]*\"|\S+)", line)
                return found.group(1) if found else line
            found = re.match(r"seed (\d+): (G\d+) is broken", line)
            if found:
                return f"simulation {found.group(1)}: {found.group(2)}"
        return None

    def _status(self, code, output):
        if code == 0:
            return None
        if code < 0:
            return f"crash, signal {-code}"
        return f"status {code}"

    def reached(self, body):
        """Returns the run of `body` and the mutants that it reaches."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(self.count))
            file.flush()
            run = body(file.name)
            file.seek(0)
            marks = file.read()
        return run, [number for number, mark in enumerate(marks) if mark]
