import JSONCodec
import JSONRPC
import Synchronization

/// The recorder of one connection: it passes its events to wire loggers, and to a tap while that is on.
package final class LoggedConnection: ConnectionRecorder {
  private let number: UInt64
  private let transport: String
  private let loggers: [WireLogger]
  private let tap: any WireTap
  /// The bits of the directions that have ended.
  private let ended = Atomic<UInt8>(0)
  private static let input: UInt8 = 1
  private static let output: UInt8 = 2

  package init(
    _ number: UInt64, transport: String, peer: JSONObject, _ loggers: [WireLogger],
    _ tap: any WireTap
  ) {
    self.number = number
    self.transport = transport
    self.loggers = loggers
    self.tap = tap
    record(.opened(transport: transport, peer: peer))
  }

  package func received(_ message: UnsafeRawBufferPointer) {
    record(.message(.received, Array(message)))
  }

  package func unframed(_ fault: FramingFault) { record(.fault(fault)) }
  package func inputEnds() { record(.inputEnded) }
  package func inputEnded() { end(Self.input) }

  package func sends(_ message: UnsafeRawBufferPointer) { record(.message(.sent, Array(message))) }
  package func dropped() { record(.dropped) }
  package func outputEnded() { end(Self.output) }

  private func end(_ direction: UInt8) {
    let change = ended.bitwiseOr(direction, ordering: .acquiringAndReleasing)
    if change.oldValue != change.newValue, change.newValue == Self.input | Self.output {
      record(.closed)
    }
  }

  private func record(_ content: @autoclosure () -> WireItem.Content) {
    if !loggers.isEmpty {
      let content = content()
      for logger in loggers { logger.put(number, content) }
    }
    if tap.isOn { tap.put(number, transport, content) }
  }
}
