"""The command of Tests/mutants."""

import argparse
import glob
import json
import os
import sys
import threading
import time

from rules import Rules, order
from suites import Run, Runner
from swift import Source
from switches import Copy

ROOT = os.getcwd()
PLACE = os.path.join(ROOT, ".build/mutants")
EXPLAINED = os.path.join(ROOT, "Tests/mutation/explained.txt")
RESULTS = os.path.join(ROOT, "Tests/mutation/results.json")
SOURCES = {
    "DurableLog": ["*.swift"],
    "AltcraftEngine": ["Jobs/*.swift", "Delivery/*.swift"],
    "JSONRPC": ["Client/*.swift", "Protocol/*.swift", "Server/*.swift"],
}
# The mutants that are made of each module, before those that do not compile are left out.
SHARES = {"DurableLog": 0.33, "AltcraftEngine": 0.39, "JSONRPC": 0.28}
# The modules whose tests a mutant runs: its own before the simulation, the others after it.
TESTS = {
    "DurableLog": ["DurableLogTests"],
    "AltcraftEngine": ["OutboxTests", "EngineTests", "AltcraftMethodsTests"],
    "JSONRPC": ["JSONRPCTests", "AltcraftMethodsTests"],
}
START = time.monotonic()


def say(text):
    seconds = int(time.monotonic() - START)
    print(f"{seconds // 60}:{seconds % 60:02} {text}", flush=True)


def stored(name, default):
    path = os.path.join(PLACE, name)
    if not os.path.exists(path):
        return default
    with open(path) as file:
        return json.load(file)


def store(name, value):
    path = os.path.join(PLACE, name)
    with open(path + ".new", "w") as file:
        json.dump(value, file, indent=1)
    os.replace(path + ".new", path)


def explanations():
    """Returns the lines that explain survivors, by mutant."""
    found, key = {}, None
    with open(EXPLAINED) as file:
        for line in file:
            if line.startswith("  ") and key:
                found[key] = line.strip()
            elif line.strip() and not line.startswith("#"):
                key = line.strip()
    return found


def known_results():
    """Returns the results of earlier runs, which the repository keeps, by mutant."""
    if not os.path.exists(RESULTS):
        return {}
    with open(RESULTS) as file:
        return json.load(file)


def keep_results(results):
    """Writes the results, one line for each mutant."""
    lines = (
        f"{json.dumps(key)}: {json.dumps({'end': result['end'], 'by': result['by']})}"
        for key, result in sorted(results.items()))
    with open(RESULTS + ".new", "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
    os.replace(RESULTS + ".new", RESULTS)


def all_mutants():
    sources, mutants = [], []
    for module, patterns in SOURCES.items():
        for pattern in patterns:
            for path in sorted(glob.glob(os.path.join("Sources", module, pattern))):
                with open(path) as file:
                    source = Source(path, file.read())
                sources.append(source)
                mutants += Rules(source).mutants
    return sources, mutants


def chosen(mutants, count):
    """Returns the mutants to make: of each module those whose keys have the lowest digests."""
    found = []
    for module, share in SHARES.items():
        own = sorted((mutant for mutant in mutants if mutant.module == module), key=lambda m: order(m.key))
        found += own[:round(count * share)] if count else own
    return found


def build(options):
    """Writes and builds the copy with the switches."""
    sources, mutants = all_mutants()
    picked = chosen(mutants, options.count)
    say(f"{len(mutants)} mutants are possible, {len(picked)} are chosen")
    copy = Copy(ROOT, PLACE, sources, picked)
    copy.prepare()
    with open(os.path.join(PLACE, "log"), "w") as log:
        copy.leave_out_faults(list(SOURCES), log, say)
        write(copy)
        while True:
            is_built, output = copy.build(["--build-tests"], log)
            if is_built:
                break
            copy.leave_out("the copy", output, say)
            write(copy)
    say(f"{len(copy.mutants)} mutants are built")


def write(copy):
    copy.write()
    store("mutants.json", {
        "count": copy.count, "dropped": [mutant.key for mutant in copy.dropped],
        "mutants": [
            {"id": mutant.id, "key": mutant.key, "module": mutant.module, "rule": mutant.rule}
            for mutant in copy.mutants]})


class Campaign:
    """The runs of all mutants."""

    def __init__(self, options):
        built = stored("mutants.json", None)
        if built is None:
            raise SystemExit("nothing is built")
        self.mutants = built["mutants"]
        self.runner = Runner(ROOT, PLACE, built["count"], options.jobs)
        self.options = options
        self.results = known_results() if options.resume else {}
        self.lock = threading.Lock()
        self.controls = 0

    def observe(self):
        """Runs every suite alone without a mutant: how long it takes, and which mutants it reaches."""
        stamp = os.stat(self.runner.tests).st_mtime
        found = stored("reached.json", {})
        if found.get("stamp") != stamp:
            found = {"stamp": stamp, "suites": {}}
            for module in sorted({name for names in TESTS.values() for name in names}):
                for suite in self.runner.suites(module):
                    run, reached = self.runner.reached(
                        lambda file: self.runner.run_suites([suite], -1, 600, file))
                    if run.failure:
                        say(f"{suite} is not used: {run.failure}")
                        continue
                    found["suites"][suite] = {"seconds": run.seconds, "reached": reached}
            run, reached = self.runner.reached(lambda file: self.runner.run_simulation(-1, 600, file))
            if run.failure:
                raise SystemExit(f"without a mutant the simulation fails: {run.failure}")
            found["simulation"] = {"seconds": run.seconds, "reached": reached}
            store("reached.json", found)
        self.reached = found
        self.suites = {}
        for suite, data in found["suites"].items():
            for number in data["reached"]:
                self.suites.setdefault(number, []).append(suite)
        self.in_simulation = set(found["simulation"]["reached"])
        seconds = sum(data["seconds"] for data in found["suites"].values())
        say(f"{len(found['suites'])} suites take {seconds:.0f} s, the simulation {found['simulation']['seconds']:.0f} s")

    def batches(self, mutant, module):
        """Returns the suites of a module that reach a mutant: first those that take little time."""
        seconds = {name: data["seconds"] for name, data in self.reached["suites"].items()}
        names = [name for name in self.suites.get(mutant["id"], []) if name.split(".")[0] == module]
        names.sort(key=lambda name: seconds[name])
        batches, total = [], None
        for name in names:
            if total is None or total + seconds[name] > 3:
                batches.append([])
                total = 0
            batches[-1].append(name)
            total += seconds[name]
        return [(batch, sum(seconds[name] for name in batch)) for batch in batches]

    def run(self):
        if self.options.hangs:
            self.results = {key: result for key, result in self.results.items() if result["by"] != "hangs"}
        due = [
            mutant for mutant in self.mutants
            if self.results.get(mutant["key"], {}).get("end") != "killed"
            and (not self.options.only or self.options.only in mutant["key"])]
        due.sort(key=lambda mutant: order(mutant["key"]))
        explained = explanations()
        if self.options.resume:
            due = [mutant for mutant in due if mutant["key"] not in explained or mutant["key"] not in self.results]
        due.sort(key=lambda mutant: mutant["key"] in self.results)
        say(f"{len(due)} mutants to run")
        self.due = due
        threads = [threading.Thread(target=self._work) for _ in range(4 * self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self):
        while True:
            with self.lock:
                if not self.due:
                    return
                mutant = self.due.pop(0)
                number = len(self.results)
            if number % 40 == 39:
                self._control(mutant)
            result = self._result(mutant)
            with self.lock:
                self.results[mutant["key"]] = result
                keep_results(self.results)
            if result["end"] == "survived" or self.options.verbose:
                say(f"{result['end']}: {mutant['key']} ({result['by']}, {result['seconds']:.1f} s)")

    def _control(self, mutant):
        """Runs the suites of a mutant without it. They must pass."""
        for module in TESTS[mutant["module"]]:
            for names, seconds in self.batches(mutant, module):
                run = self.runner.run_suites(names, -1, 60 + 20 * seconds)
                with self.lock:
                    self.controls += 1
                if run.failure:
                    say(f"without a mutant a test fails: {run.failure}")

    def _result(self, mutant):
        start = time.monotonic()

        def end(how, by):
            return {"end": how, "by": by, "seconds": time.monotonic() - start}

        def failure(module):
            for names, seconds in self.batches(mutant, module):
                run = self.runner.run_suites(names, mutant["id"], 20 + 8 * seconds)
                if run.failure:
                    return run.failure
            return None

        own, *others = TESTS[mutant["module"]]
        by = failure(own)
        if not by and mutant["id"] in self.in_simulation:
            by = self.runner.run_simulation(mutant["id"], 20 + 8 * self.reached["simulation"]["seconds"]).failure
            by = by if not by or by.startswith("simulation") else "simulation: " + by
        for module in others:
            by = by or failure(module)
        if by:
            return end("killed", by)
        if mutant["id"] not in self.in_simulation and not self.suites.get(mutant["id"]):
            return end("survived", "never reached")
        return end("survived", "reached")

    def report(self):
        """Prints the table by module, and the survivors without an explanation. Returns whether there is none."""
        explained = explanations()
        say(f"{self.controls} runs without a mutant")
        print("| Module | Made | Killed | by a test | by a crash | by a hang | by the simulation | Survived | never reached "
              "| explained |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        total = [0] * 9
        rules = {}
        open_ones = []
        for module in SOURCES:
            row = [0] * 9
            for mutant in self.mutants:
                result = self.results.get(mutant["key"])
                if mutant["module"] != module or result is None:
                    continue
                row[0] += 1
                rule = rules.setdefault(mutant["rule"], [0, 0])
                rule[0] += 1
                if result["end"] == "killed":
                    row[1] += 1
                    rule[1] += 1
                    by = result["by"]
                    kind = 5 if by.startswith("simulation") else 4 if by == "hangs" else 3 if by.startswith(
                        ("crash", "status")) else 2
                    row[kind] += 1
                else:
                    row[6] += 1
                    row[7] += result["by"] == "never reached"
                    row[8] += mutant["key"] in explained
                    if mutant["key"] not in explained:
                        open_ones.append(mutant["key"])
            total = [one + other for one, other in zip(total, row)]
            print(f"| {module} | " + " | ".join(map(str, row)) + " |")
        print("| all | " + " | ".join(map(str, total)) + " |")
        print()
        for rule, (made, killed) in sorted(rules.items()):
            print(f"| {rule} | {made} | {killed} |")
        if total[0]:
            print(f"\nkilled: {100 * total[1] / total[0]:.1f} %; killed or explained: "
                  f"{100 * (total[1] + total[8]) / total[0]:.1f} %")
        for key in open_ones:
            print(f"not explained: {key}")
        return not open_ones


def main():
    parser = argparse.ArgumentParser(prog="Tests/mutants")
    parser.add_argument("--count", type=int, default=1000, help="the number of mutants to make; 0 for all")
    parser.add_argument("--only", help="run only mutants whose key has this text")
    parser.add_argument("--jobs", type=int, default=2, help="the number of runs at a time")
    parser.add_argument("--build", dest="step", action="store_const", const="build", help="only build")
    parser.add_argument("--run", dest="step", action="store_const", const="run", help="only run what is built")
    parser.add_argument("--report", dest="step", action="store_const", const="report", help="only print the results")
    parser.add_argument("--continue", dest="resume", action="store_true", help="keep the results of killed mutants")
    parser.add_argument("--hangs", action="store_true", help="with --continue: repeat the kills by a hang")
    parser.add_argument("--verbose", action="store_true", help="print every result")
    options = parser.parse_args()
    os.makedirs(PLACE, exist_ok=True)
    if options.step in (None, "build"):
        build(options)
    if options.step == "build":
        return 0
    options.resume |= options.step == "report"
    campaign = Campaign(options)
    if options.step != "report":
        campaign.observe()
        campaign.run()
    return 0 if campaign.report() else 1


sys.exit(main())
