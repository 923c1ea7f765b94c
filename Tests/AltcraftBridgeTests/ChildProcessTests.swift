import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import altcraft_bridge

@Suite("A process of our own") struct ChildProcessTests {
  private func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", script], environment: ["GREETING": "hello"])
  }

  @Test("it is spoken to over its standard input and output")
  func conversation() throws {
    let process = try shell(
      #"read line; echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"$GREETING\"}"; read line"#)
    let client = BridgeClient(process.wire)

    let result = try client.call("bridge.ping", until: .after(patience))
    client.finishSending()

    #expect(result == "hello")
    // `read` fails at the end of its input.
    #expect(process.waitForExit(until: .after(patience)) == 1)
  }

  @Test("what it says on standard error is kept, and its status is told")
  func failing() throws {
    let process = try shell("echo 'in use by process 7' >&2; exit 75")
    let client = BridgeClient(process.wire)

    #expect(client.waitForEnd(until: .after(patience)))
    #expect(process.waitForExit(until: .after(patience)) == 75)
    #expect(process.errorLines == ["in use by process 7"])
  }

  @Test("a line of standard error can be waited for, and its end is noticed")
  func errorLine() throws {
    let process = try shell("echo one >&2; echo two >&2")
    let deadline = Deadline.after(patience)

    #expect(process.waitForErrorLine(until: deadline) { $0 == "two" ? $0 : nil } == "two")
    #expect(process.waitForErrorLine(until: deadline) { $0 == "three" ? $0 : nil } == nil)
    #expect(!deadline.hasPassed)
    process.end(patience: .seconds(5))
  }

  @Test("one that will not go is killed")
  func stubborn() throws {
    let process = try shell("trap '' TERM; echo ready >&2; while :; do read line || sleep 1; done")
    _ = process.waitForErrorLine(until: .after(patience)) { $0 == "ready" ? $0 : nil }

    #expect(process.end(patience: .milliseconds(20)) == 128 + SIGKILL)
  }

  @Test("a program that is not there is an error")
  func missing() {
    #expect(throws: SystemError.self) {
      try ChildProcess("/nonexistent/altcraft-bridge", [], environment: [:])
    }
  }
}
