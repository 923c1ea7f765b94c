import Glibc
import JSONCodec
import System
import TestSupport
import Testing

@testable import BridgeClient

@Suite("A child process") struct PipedProcessTests {
  private func shell(_ script: String) throws -> PipedProcess {
    try PipedProcess("/bin/sh", ["-c", script], environment: ["GREETING": "hello"])
  }

  @Test("the parent exchanges messages with it over standard input and output")
  func conversation() throws {
    let process = try shell(
      #"read line; echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"$GREETING\"}"; read line"#)
    let client = BridgeConnection(process.wire)

    let result = try client.call("bridge.ping", until: .after(testTimeout))
    client.finishSending()

    #expect(result == "hello")
    // `read` fails at the end of its input.
    #expect(process.waitForExit(until: .after(testTimeout)) == 1)
  }

  @Test("its standard error is kept, and its exit status is reported")
  func failing() throws {
    let process = try shell("echo 'in use by process 7' >&2; exit 75")
    let client = BridgeConnection(process.wire)

    #expect(client.waitForEnd(until: .after(testTimeout)))
    #expect(process.waitForExit(until: .after(testTimeout)) == 75)
    #expect(process.errorLines == ["in use by process 7"])
  }

  @Test("the parent can wait for a line of standard error, and notices its end")
  func errorLine() throws {
    let process = try shell("echo one >&2; echo two >&2")
    let deadline = Deadline.after(testTimeout)

    #expect(process.waitForErrorLine(until: deadline) { $0 == "two" ? $0 : nil } == "two")
    #expect(process.waitForErrorLine(until: deadline) { $0 == "three" ? $0 : nil } == nil)
    #expect(!deadline.hasPassed)
    process.end(timeout: .seconds(5))
  }

  @Test("a process that does not exit is killed")
  func stubborn() throws {
    let process = try shell("trap '' TERM; echo ready >&2; while :; do read line || sleep 1; done")
    _ = process.waitForErrorLine(until: .after(testTimeout)) { $0 == "ready" ? $0 : nil }

    #expect(process.end(timeout: .milliseconds(20)) == 128 + SIGKILL)
  }

  @Test("a missing program is an error")
  func missing() {
    let directory = TemporaryDirectory()
    #expect(throws: SystemError.self) {
      try PipedProcess(directory.path + "/missing", [], environment: [:])
    }
  }
}
