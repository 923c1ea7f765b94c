import BridgeClient
import JSONCodec
import System
import WireRecording

/// One connection of a replay, with the received messages that no caller has taken yet.
final class ReplayConnection: Sendable {
  private struct State {
    var messages: [JSON] = []
    var isOver = false
  }

  private let wire: Wire
  private let state = Monitor(State())
  private let isSending = Monitor(true)

  /// Takes ownership of the descriptors of `wire` and starts to read.
  init(_ wire: Wire) {
    self.wire = wire
    PosixThread.require { [self] in read() }
  }

  private func read() {
    var lines = LineSplitter()
    while !lines.isTooLong, let chunk = wire.read() {
      for line in lines.lines(adding: chunk) {
        let text = String(decoding: line, as: UTF8.self)
        let message = (try? JSONParser.parse(line, limits: .generous).value) ?? .string(text)
        state.update { $0.messages.append(message) }
      }
    }
    wire.finishReading()
    state.update { $0.isOver = true }
  }

  func send(_ text: String) { send(Array(text.utf8) + [0x0A]) }

  func send(_ bytes: [UInt8]) {
    // Ignore a failed write: a bridge that no longer reads is detected by its missing answers.
    isSending.update { if $0 { wire.write(bytes) } }
    // The next message waits, so that no tail is cut, but not for a bridge that does not read.
    if !wire.waitUntilWritten(until: .after(.seconds(10))) { wire.abandonWriting() }
  }

  func endOutput() {
    isSending.update { isSending in
      if isSending { wire.finishWriting() }
      isSending = false
    }
  }

  func waitForEnd(until deadline: Deadline) -> Bool {
    state.wait(until: deadline) { $0.isOver ? true : nil } ?? false
  }

  /// The received messages that were not taken.
  var rest: [JSON] { state.update { $0.messages } }

  /// Takes the first message that `fits` accepts, and waits for it. Returns nil if none came before the
  /// deadline or the end, or as soon as a message came that `rulesOut` all others.
  func take(
    until deadline: Deadline, rulesOut: (JSON) -> Bool, _ fits: (JSON) -> Bool
  ) -> JSON? {
    var seen = 0
    let found = state.wait(until: deadline) { state -> JSON?? in
      if let index = state.messages.firstIndex(where: fits) {
        return .some(state.messages.remove(at: index))
      }
      if state.isOver || state.messages.dropFirst(seen).contains(where: rulesOut) {
        return .some(nil)
      }
      seen = state.messages.count
      return nil
    }
    return found ?? nil
  }

  /// Takes the first message that fits, if it has arrived already.
  func take(_ fits: (JSON) -> Bool) -> JSON? {
    state.update { state in
      state.messages.firstIndex(where: fits).map { state.messages.remove(at: $0) }
    }
  }
}
