import Glibc
import System
import TestSupport
import Testing

@Suite("A child process of the system layer") struct ChildProcessTests {
  private func shell(
    _ script: String, output: ChildProcess.Stream = .file("/dev/null", O_WRONLY),
    descriptors: [Int32]? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      .path("/bin/sh"), ["sh", "-c", script], environment: ["GREETING=hello"],
      input: .file("/dev/null", O_RDONLY), output: output, errors: .file("/dev/null", O_WRONLY),
      descriptors: descriptors)
  }

  @Test("its exit status, or the signal that ended it, is reported")
  func endings() throws {
    #expect(try shell("exit 7").wait() == .exited(7))
    #expect(try shell("kill -KILL $$").wait() == .killed(SIGKILL))
  }

  @Test("it gets its environment and streams, and the passed descriptors from 3 on")
  func inherits() throws {
    let output = try PipeEnds()
    let passed = try PipeEnds()
    defer { for end in [output.reading, passed.reading] { close(end) } }
    let process = try shell(
      "echo $GREETING; echo passed >&3; test ! -e /proc/self/fd/4",
      output: .descriptor(output.writing), descriptors: [passed.writing])
    close(output.writing)
    close(passed.writing)

    #expect(process.wait() == .exited(0))
    #expect(text(from: output.reading) == "hello\n")
    #expect(text(from: passed.reading) == "passed\n")
  }

  @Test("a wait ends at its deadline, and a signal ends the process")
  func signals() throws {
    let process = try shell("while :; do sleep 1; done")

    #expect(process.wait(until: .after(.milliseconds(10))) == nil)
    #expect(process.ending == nil)
    process.send(signal: SIGTERM)
    #expect(process.wait(until: .after(testTimeout)) == .killed(SIGTERM))
    // The number may belong to another process by now: nothing is sent.
    process.send(signal: SIGKILL)
    #expect(process.ending == .killed(SIGTERM))
  }

  @Test("a program can be found in PATH, and a missing one is an error")
  func programs() throws {
    let null = ChildProcess.Stream.file("/dev/null", O_RDWR)
    let process = try ChildProcess(
      .named("true"), ["true"], environment: [], input: null, output: null, errors: null)

    #expect(process.wait() == .exited(0))
    let directory = TemporaryDirectory()
    let missing = directory.path + "/missing"
    #expect(throws: SystemError("cannot start \(missing)", code: ENOENT)) {
      try ChildProcess(
        .path(missing), [], environment: [], input: null, output: null, errors: null)
    }
  }

  private func text(from descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
