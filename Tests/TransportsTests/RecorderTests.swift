import JSONRPC
import Synchronization
import TestSupport
import Testing
import Tracing

@testable import Transports

@Suite("A connection is recorded while the switch is on", .blocking)
struct RecorderTests {
  /// A recorder that keeps the names of its calls.
  private final class Log: ConnectionRecorder {
    private let state = Mutex<[String]>([])

    var entries: [String] { state.withLock(\.self) }
    private func add(_ entry: String) { state.withLock { $0.append(entry) } }

    func received(_ message: UnsafeRawBufferPointer) {
      add("received \(String(decoding: message, as: UTF8.self))")
    }
    func unframed(_ fault: FramingFault) { add("fault") }
    func inputEnds() { add("input ends") }
    func inputEnded() { add("input ended") }
    func sends(_ message: UnsafeRawBufferPointer) {
      add("sends \(String(decoding: message, as: UTF8.self))")
    }
    func dropped() { add("dropped") }
    func outputEnded() { add("output ended") }
  }

  @Test("in order, a message before its receiver gets it, and no notification of the trace")
  func order() throws {
    let recording = RecordingSwitch()
    let pipes = try PipeConnection(recording: recording)
    let (connection, log) = (pipes.connection, Log())
    connection.record(by: log)
    let served = pipes.run(.echo(on: connection))
    pipes.peer.write("[1]\n")
    #expect(pipes.peer.readSome(100)?.count == 4)

    recording.set(true)
    pipes.peer.write("[2]\n")
    #expect(pipes.peer.readSome(100)?.count == 4)
    connection.send(Array("[3]".utf8), as: .trace)
    recording.set(false)
    connection.send(Array("[4]".utf8), as: .event)
    recording.set(true)
    connection.close()
    connection.send(Array("[5]".utf8), as: .event)
    pipes.peer.endOutput()
    try blockUntil { served.isDone }

    // The end of the input may be noticed before the connection is closed here.
    let ends: Set = ["input ends", "input ended", "output ended"]
    #expect(
      log.entries.filter { !ends.contains($0) } == [
        "received [2]", "sends [2]", "sends [5]", "dropped",
      ])
    #expect(ends.isSubset(of: Set(log.entries)))
  }
}
