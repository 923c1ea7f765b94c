import Foundation
import Glibc
import PlatformSimulator
import TestSupport
import Testing

/// Tests that the shim sees every call that changes a file. The campaigns depend on it.
@Suite(.enabled(if: FaultyCalls.preload != nil, "needs clang"))
struct FaultyCallsTests {
  @Test(
    "every system call that changes the files passes through the shim",
    .disabled(if: skipping("shim against strace", unless: run("strace", "-V"), "needs strace")))
  func seesAll() async throws {
    let (simulator, _) = try platform()
    defer { simulator.stop() }
    let faults = FaultyCalls()
    faults.arm(.nothing, at: 0...0)
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    let trace = directory.path + "/trace"
    // All calls that can change a file or a directory, used or not. With `-D` the tracer is not a child of
    // the test; the bridge is.
    let calls = """
      open,openat,openat2,creat,write,pwrite64,writev,pwritev,pwritev2,sendfile,copy_file_range,splice,\
      fsync,fdatasync,sync,syncfs,sync_file_range,msync,rename,renameat,renameat2,unlink,unlinkat,rmdir,\
      truncate,ftruncate,fallocate,mkdir,mkdirat,link,linkat,symlink,symlinkat
      """
    let arguments = ["-D", "-f", "-y", "-qq", "-o", trace, "-e", "trace=" + calls]
    var environment: [String] = []
    for (name, value) in faults.environment(root: data) {
      environment += ["-E", "\(name)=\(value)"]
    }
    let bridge = try ServiceProcess(
      arguments + environment + [builtProduct("altcraft-bridge"), "serve", "--data-dir", data]
        + FixedScript.arguments, in: directory, program: "/usr/bin/strace")
    try await bridge.ready()
    var script = try FixedScript(simulator)
    await script.play(bridge.stdio)
    try await bridge.waitForExit()

    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let changes = lines.filter { line in
      // An interrupted call takes two lines, of which the first has the arguments. Opening for reading is not
      // a change.
      line.contains(data) && !line.contains(" resumed>")
        && !(line.contains(" open") && !line.contains("O_CREAT"))
    }
    #expect(script.surprises == [] && script.ledger.acknowledged.count == 42)
    #expect(changes.count > 200)
    #expect(faults.calls == changes.count)
  }

  @Test("it ends the chosen call and no other")
  func endsTheChosen() async throws {
    let (simulator, _) = try platform()
    defer { simulator.stop() }
    let faults = FaultyCalls()
    faults.arm(.killBefore, at: 9...9)

    let bridge = try faults.serve(FixedScript.arguments, in: TemporaryDirectory())

    #expect(try await bridge.waitForExit() == .killed(SIGKILL))
    #expect(faults.calls == 9 && faults.hits == 1)
  }
}
