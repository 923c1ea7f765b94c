import JSONCodec
import WireRecording

/// One connection of a replay: what it has been sent and nobody has looked at yet.
final class ReplayConnection: Sendable {
  private struct State {
    var messages: [JSON] = []
    var isOver = false
  }

  private let wire: Wire
  private let state = Waitable(State())
  private let isSending = Waitable(true)

  /// Takes over the descriptors of `wire`, and reads from now on.
  init(_ wire: Wire) {
    self.wire = wire
    BackgroundThread.start { [self] in read() }
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
    // One that does not read any more is found out by what it does not say.
    isSending.update { if $0 { wire.write(bytes) } }
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

  /// What came and has not been taken.
  var rest: [JSON] { state.update { $0.messages } }

  /// Takes the first message that `fits`, waiting for it. Nil when none came before the deadline or the end,
  /// or as soon as one came that `rulesOut` all others.
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

  /// Takes the first message that fits, if it is there.
  func take(_ fits: (JSON) -> Bool) -> JSON? {
    state.update { state in
      state.messages.firstIndex(where: fits).map { state.messages.remove(at: $0) }
    }
  }
}
