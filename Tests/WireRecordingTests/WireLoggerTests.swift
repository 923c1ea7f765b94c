import Dispatch
import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing
import WireRecording

@Suite struct WireLoggerTests {
  /// A log of the numbers of connections. Before the first one it waits until it is released.
  private struct Numbers: WireText {
    let gate: DispatchSemaphore?
    var isFirst = true

    init(waitingFor gate: DispatchSemaphore? = nil) { self.gate = gate }

    mutating func head() -> [UInt8] { Array("head\n".utf8) }

    mutating func text(_ item: WireItem) -> [UInt8] {
      if isFirst, let gate { gate.wait() }
      isFirst = false
      return Array("\(item.connection)\n".utf8)
    }

    mutating func text(lost count: Int, at time: Int64) -> [UInt8] {
      Array("lost \(count)\n".utf8)
    }
  }

  private func tap(
    _ path: String, maxBytes: Int = 1 << 20, _ text: Numbers = Numbers()
  ) throws -> WireLogger {
    try WireLogger(path: path, maxBytes: maxBytes, wallTime: { 7 }, text: text)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("all messages are written in order, after the existing content, readable by the owner only")
  func order() throws {
    let place = TemporaryDirectory()
    let path = place.path + "/file"
    _ = FileManager.default.createFile(
      atPath: path, contents: Data("before\n".utf8), attributes: [.posixPermissions: 0o644])

    let tap = try tap(path)
    for number in 1...1000 { tap.put(UInt64(number), .inputEnded) }
    tap.close(within: testTimeout)
    tap.put(1001, .inputEnded)

    #expect(
      try text(path) == "before\nhead\n" + (1...1000).map { "\($0)\n" }.joined())
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test(
    "messages for which a slow disk leaves no room block no call; they are counted and reported")
  func slowDisk() throws {
    let place = TemporaryDirectory()
    let gate = DispatchSemaphore(value: 0)
    let tap = try tap(place.path + "/file", maxBytes: 600, Numbers(waitingFor: gate))

    tap.put(1, .inputEnded)
    for _ in 0..<100 { tap.put(2, .message(.sent, [UInt8](repeating: 0, count: 100))) }
    gate.signal()
    tap.close(within: testTimeout)

    let lines = try text(place.path + "/file").split(separator: "\n")
    let written = lines.count { $0 == "2" }
    let lost = lines.compactMap { $0.hasPrefix("lost ") ? Int($0.dropFirst(5)) : nil }
    #expect(lines.starts(with: ["head", "1"]) && (1..<100).contains(written))
    #expect(written + lost.reduce(0, +) == 100)
  }

  @Test("a moved file is replaced by a new one; otherwise the file is continued")
  func reopening() throws {
    let place = TemporaryDirectory()
    let path = place.path + "/file"
    let tap = try tap(path)
    tap.put(1, .inputEnded)
    tap.reopen()
    tap.put(2, .inputEnded)
    // Earlier messages are written after the file was moved.
    while (try? text(path)) != "head\n1\n2\n" { usleep(1000) }

    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    tap.reopen()
    tap.put(3, .inputEnded)
    tap.close(within: testTimeout)

    #expect(try text(path + ".1") == "head\n1\n2\n")
    #expect(try text(path) == "head\n3\n")
  }

  @Test("a file that cannot be opened is an error with the reason")
  func errors() throws {
    let place = TemporaryDirectory()
    for (path, reason) in [
      (place.path, "Is a directory"), (place.path + "/none/file", "No such file"),
      ("/dev/null", "is not a regular file"),
    ] {
      do {
        _ = try tap(path)
        Issue.record("\(path) was opened")
      } catch let error as WireFileError {
        #expect(error.message.contains(reason) && error.message.hasPrefix(path))
      }
    }
  }

  @Test("a connection is recorded from its opening to its end, its messages in order")
  func connection() throws {
    let place = TemporaryDirectory()
    let marks = MessageRedactorTests.marks
    let tap = try WireLogger(
      path: place.path + "/file", wallTime: { 7 }, text: TraceText(marks) { "at \($0)" })
    let connection = LoggedConnection(3, transport: "unix", peer: ["pid": 5], [tap], FakeTap())

    connection.received(#"{"id":1,"method":"getPushToken"}"#)
    connection.sends(#"{"id":1,"result":{"provider":"p","token":"t"}}"#)
    connection.received("{oops")
    connection.unframed(.tooLong(max: 9))
    connection.sends(#"{"method":"event"}"#)
    connection.dropped()
    connection.inputEnds()
    connection.inputEnded()
    connection.outputEnded()
    connection.outputEnded()
    tap.close(within: testTimeout)

    let expected = """
      "event":"opened","peer":{"pid":5}}
      "direction":"in","bytes":32,"message":{"id":1,"method":"getPushToken"}}
      "direction":"out","bytes":46,"message":{"id":1,"result":{"provider":"p","token":"<secret:1 bytes>"}}}
      "direction":"in","bytes":5,"fault":"not JSON at byte 1"}
      "direction":"in","fault":"longer than 9 bytes"}
      "direction":"out","bytes":18,"message":{"method":"event"}}
      "event":"dropped"}
      "event":"inputEnded"}
      "event":"closed"}
      """
    let lines: [String] = expected.split(separator: "\n").map {
      #"{"time":"at 7","connection":3,"transport":"unix","# + $0
    }
    #expect(try text(place.path + "/file").split(separator: "\n").map(String.init) == lines)
  }
}

extension ConnectionRecorder {
  func received(_ text: String) { Array(text.utf8).withUnsafeBytes { received($0) } }
  func sends(_ text: String) { Array(text.utf8).withUnsafeBytes { sends($0) } }
}
