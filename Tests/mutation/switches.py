"""Copies of the sources in which every mutant is a switch, and their build."""

import os
import re
import shutil
import subprocess

HELPER = """\
import Glibc

/// The switches of this module: one mutant is active, and the mutants that are reached are marked in a file.
enum Mutant {
  private static let active = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
  nonisolated(unsafe) private static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("MUTANT_REACHED") else { return nil }
    let file = open(path, O_RDWR)
    let memory = mmap(nil, %d, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
  }()

  static func on(_ number: Int) -> Bool {
    if let reached { reached[number] = 1 }
    return number == active
  }
}
"""

# The targets that the tests of the mutated modules need.
MANIFEST = """

let kept: Set = [
  "AltcraftEngine", "EngineTests", "AltcraftMethods", "AltcraftMethodsTests", "DurableLog", "DurableLogTests",
  "EngineTestSupport", "HTTP", "JSONCodec", "JSONRPC", "JSONRPCTests", "OutboxTests", "PushMessages", "System", "TestSupport",
  "Tracing", "WireRecording", "altcraft-bridge-simulation",
]
package.targets.removeAll { !kept.contains($0.name) }
for target in package.targets where target.name.hasSuffix("Tests") {
  target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
package.products = [.executable(name: "altcraft-bridge-simulation", targets: ["altcraft-bridge-simulation"])]
"""


class Writer:
    """The text of one file with its switches, and the places of these."""

    def __init__(self, source, mutants):
        self.source = source
        self.pieces, self.length = [], 0
        self.places = []  # start, end and mutant, in the text that is written
        wraps = {}
        for mutant in mutants:
            wraps.setdefault((mutant.start, mutant.end), []).append(mutant)
        self.ranges = sorted(wraps, key=lambda place: (place[0], -place[1]))
        self.wraps = wraps
        self._write(0, len(source.text), 0, len(self.ranges))
        self.text = "".join(self.pieces)

    def _emit(self, text):
        self.pieces.append(text)
        self.length += len(text.encode())

    def _write(self, start, end, first, last):
        """Writes the text between two places, with the ranges from `first` up to `last`, which are in it."""
        at, index = start, first
        while index < last:
            one = self.ranges[index]
            inner = index + 1
            while inner < last and self.ranges[inner][0] < one[1]:
                inner += 1
            self._emit(self.source.text[at:one[0]])
            self._wrap(one, self.wraps[one], index + 1, inner)
            at, index = one[1], inner
        self._emit(self.source.text[at:end])

    def _wrap(self, place, mutants, first, last):
        if not mutants:
            return self._write(place[0], place[1], first, last)
        mutant, start = mutants[0], self.length
        if mutant.form == "expression":
            self._emit(f"(Mutant.on({mutant.id}) ? ")
            self._alternative(mutant)
            self._emit(" : (")
            self._wrap(place, mutants[1:], first, last)
            self._emit("))")
        elif mutant.form == "left out":
            self._emit(f"if !Mutant.on({mutant.id}) {{ ")
            self._wrap(place, mutants[1:], first, last)
            self._emit(" }")
        else:
            self._emit(f"if Mutant.on({mutant.id}) {{ ")
            self._alternative(mutant)
            self._emit(" } else { ")
            self._wrap(place, mutants[1:], first, last)
            self._emit(" }")
        self.places.append((start, self.length, mutant, False))

    def _alternative(self, mutant):
        start = self.length
        brackets = mutant.form == "expression"
        self._emit("(" + mutant.text + ")" if brackets else mutant.text)
        self.places.append((start, self.length, mutant, True))

    def mutants_at(self, line, column):
        """Returns the mutants whose text contains a place of the written file, innermost first."""
        lines = self.text.encode().split(b"\n")
        at = sum(len(text) + 1 for text in lines[:line - 1]) + column - 1
        found = [place for place in self.places if place[0] <= at < place[1]]
        found.sort(key=lambda place: (place[1] - place[0], not place[3]))
        return [(mutant, is_alternative) for _, _, mutant, is_alternative in found]


def without_overlaps(mutants):
    """Returns the mutants whose ranges lie in each other, or apart."""
    kept, ends = [], []
    path = None
    for mutant in sorted(mutants, key=lambda m: (m.source.path, m.start, -m.end)):
        while ends and (ends[-1] <= mutant.start or mutant.source.path != path):
            ends.pop()
        path = mutant.source.path
        if ends and mutant.end > ends[-1]:
            continue
        ends.append(mutant.end)
        kept.append(mutant)
    return kept


class Copy:
    """The copy of the package with the switches, in the build directory."""

    def __init__(self, root, place, sources, mutants):
        self.root, self.place, self.sources = root, place, sources
        self.mutants = without_overlaps(mutants)
        self.dropped = []
        self.writers = {}
        for number, mutant in enumerate(self.mutants):
            mutant.id = number
        self.count = len(self.mutants)

    def write(self):
        """Writes the files that have changed."""
        by_source = {}
        for mutant in self.mutants:
            by_source.setdefault(mutant.source.path, []).append(mutant)
        for source in self.sources:
            writer = Writer(source, by_source.get(source.path, []))
            self.writers[source.path] = writer
            self._put(source.path, writer.text)

    def _put(self, path, text):
        path = os.path.join(self.place, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or open(path).read() != text:
            with open(path, "w") as file:
                file.write(text)

    def prepare(self):
        """Copies the package."""
        for folder in ("Sources", "Tests"):
            for directory, _, names in os.walk(os.path.join(self.root, folder)):
                for name in names:
                    path = os.path.relpath(os.path.join(directory, name), self.root)
                    target = os.path.join(self.place, path)
                    if any(source.path == path for source in self.sources):
                        continue
                    if not os.path.exists(target) or not _same(os.path.join(self.root, path), target):
                        os.makedirs(os.path.dirname(target), exist_ok=True)
                        shutil.copyfile(os.path.join(self.root, path), target)
            self._remove_deleted(folder)
        with open(os.path.join(self.root, "Package.swift")) as file:
            self._put("Package.swift", file.read() + MANIFEST)
        for module in sorted({source.path.split("/")[1] for source in self.sources}):
            self._put(f"Sources/{module}/Mutant.swift", HELPER % self.count)

    def _remove_deleted(self, folder):
        for directory, _, names in os.walk(os.path.join(self.place, folder)):
            for name in names:
                path = os.path.relpath(os.path.join(directory, name), self.place)
                if name != "Mutant.swift" and not os.path.exists(os.path.join(self.root, path)):
                    os.remove(os.path.join(self.place, path))

    def build(self, arguments, log):
        command = ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "--package-path", self.place]
        result = subprocess.run(command + arguments, capture_output=True, text=True)
        log.write(result.stdout + result.stderr)
        log.flush()
        return result.returncode == 0, result.stdout + result.stderr

    def check(self, module, log):
        """Compiles a module without writing anything, with the modules of the debug build."""
        files = []
        for directory, _, names in os.walk(os.path.join(self.place, "Sources", module)):
            files += [os.path.join(directory, name) for name in names if name.endswith(".swift")]
        command = [
            "swiftc", "-parse-as-library", "-emit-sil", "-wmo", "-Onone", "-o", "/dev/null", "-module-name", module,
            "-package-name", os.path.basename(self.root).lower(), "-swift-version", "6",
            "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
            "-suppress-warnings", "-I", os.path.join(self.root, ".build/debug/Modules")]
        result = subprocess.run(command + sorted(files), capture_output=True, text=True)
        log.write(result.stderr)
        log.flush()
        return result.returncode == 0, result.stderr

    def leave_out_faults(self, modules, log, say):
        """Leaves out the mutants that the compiler refuses."""
        for module in modules:
            for attempt in range(40):
                self.write()
                is_valid, output = self.check(module, log)
                if is_valid:
                    break
                self.leave_out(module, output, say)
            else:
                raise SystemExit(f"{module} does not compile after 40 attempts")

    def leave_out(self, module, output, say):
        """Leaves out the mutants at the places of errors."""
        refused = self._refused(output)
        say(f"{module}: {len(refused)} mutants do not compile")
        if not refused:
            raise SystemExit(f"{module} does not compile:\n{output[-3000:]}")
        self.dropped += [mutant for mutant in self.mutants if mutant.id in refused]
        self.mutants = [mutant for mutant in self.mutants if mutant.id not in refused]

    def _refused(self, output):
        refused = set()
        for path, line, column, text in set(re.findall(r"^(\S+?\.swift):(\d+):(\d+): error: (.*)$", output, re.M)):
            path = os.path.relpath(os.path.realpath(path), os.path.realpath(self.place))
            writer = self.writers.get(path)
            if writer is None:
                continue
            found = writer.mutants_at(int(line), int(column))
            if "reasonable time" in text or "too complex" in text:
                refused |= self._half(writer, found, int(line))
            elif found:
                refused.add(found[0][0].id)
            else:
                refused |= self._of_function(writer, int(line))
        return refused

    def _half(self, writer, found, line):
        """Returns half of the mutants of an expression, or of those of its line."""
        inner = [mutant for mutant, _ in found if mutant.form == "expression"]
        place = max(inner, key=lambda mutant: mutant.end - mutant.start) if inner else None
        if place is None:
            return {found[0][0].id} if found else self._of_line(writer, line)
        own = [m for m in self.mutants if m.source is writer.source and place.start <= m.start and m.end <= place.end]
        own.sort(key=lambda m: (m.end - m.start, m.id))
        return {mutant.id for mutant in own[:(len(own) + 1) // 2]}

    def _of_line(self, writer, line):
        """Returns the mutants that begin in the first lines of an expression."""
        lines = writer.text.encode().split(b"\n")
        start = sum(len(text) + 1 for text in lines[:line - 1])
        for count in range(1, 20):
            end = sum(len(text) + 1 for text in lines[:line - 1 + count])
            found = {place[2].id for place in writer.places if start <= place[0] < end}
            if found:
                return found
        return set()

    def _of_function(self, writer, line):
        """Returns the mutants that leave out statements in the function of a line, for an error elsewhere in it."""
        lines = writer.text.encode().split(b"\n")
        at = sum(len(text) + 1 for text in lines[:line - 1])
        before = [place for place in writer.places if place[0] <= at]
        behind = [place for place in writer.places if place[0] > at]
        near = max(before, key=lambda place: place[0]) if before else min(behind, key=lambda place: place[0])
        name = near[2].function
        own = [place[2] for place in writer.places if place[2].function == name]
        statements = {mutant.id for mutant in own if mutant.form != "expression"}
        return statements or {mutant.id for mutant in own}


def _same(one, two):
    if os.path.getsize(one) != os.path.getsize(two):
        return False
    with open(one, "rb") as first, open(two, "rb") as second:
        return first.read() == second.read()
