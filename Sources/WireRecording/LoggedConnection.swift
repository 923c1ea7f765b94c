import JSONCodec
import JSONRPC
import Synchronization

/// A connection whose events are recorded: it passes its messages, to and from a transport, to wire loggers, and to a
/// tap while that is on. While none of them records, a message costs one relaxed load.
package final class LoggedConnection: Sendable {
  private let number: UInt64
  private let transport: String
  private let loggers: [WireLogger]
  private let tap: any WireTap
  private let hasLoggers: Bool
  /// The number of directions that have not ended: input and output.
  private let open = Atomic<Int>(2)

  package init(
    _ number: UInt64, transport: String, peer: JSONObject, _ loggers: [WireLogger],
    _ tap: any WireTap
  ) {
    self.number = number
    self.transport = transport
    self.loggers = loggers
    self.tap = tap
    hasLoggers = !loggers.isEmpty
    if isRecorded { record(.opened(transport: transport, peer: peer)) }
  }

  /// Wraps the channel that the peer sends to.
  package func channel(_ channel: any Channel) -> any Channel { LoggedChannel(channel, self) }

  /// Wraps the reader that the transport delivers to.
  package func reader(_ reader: any ChannelReader) -> any ChannelReader {
    LoggedReader(reader, self)
  }

  fileprivate var isRecorded: Bool { hasLoggers || tap.isOn }

  /// Records an event. Check `isRecorded` before.
  fileprivate func record(_ content: WireItem.Content) {
    for logger in loggers { logger.put(number, content) }
    if tap.isOn { tap.put(number, transport, content) }
  }

  fileprivate func halfEnded() {
    let isClosed = open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    if isClosed, isRecorded { record(.closed) }
  }
}

private final class LoggedChannel: Channel {
  private let channel: any Channel
  private let connection: LoggedConnection
  private let isClosed = Atomic<Bool>(false)

  init(_ channel: any Channel, _ connection: LoggedConnection) {
    self.channel = channel
    self.connection = connection
  }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    guard connection.isRecorded, kind != .trace else { return channel.send(message, as: kind) }
    // Logged before it is sent: the response must not be logged first.
    connection.record(.message(.sent, Array(message)))
    let isTaken = channel.send(message, as: kind)
    if !isTaken { connection.record(.dropped) }
    return isTaken
  }

  func send(_ messages: MessageSequence) {
    guard connection.isRecorded else { return channel.send(messages) }
    sendTogether { messages.forEach { _ = send($0, as: .required) } }
  }

  func sendTogether(_ body: () -> Void) { channel.sendTogether(body) }

  func close() {
    channel.close()
    if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { connection.halfEnded() }
  }
}

private final class LoggedReader: ChannelReader {
  private let reader: any ChannelReader
  private let connection: LoggedConnection

  init(_ reader: any ChannelReader, _ connection: LoggedConnection) {
    self.reader = reader
    self.connection = connection
  }

  func received(_ message: UnsafeRawBufferPointer) {
    if connection.isRecorded { connection.record(.message(.received, Array(message))) }
    reader.received(message)
  }

  func drained() { reader.drained() }

  func unframed(_ fault: FramingFault) {
    if connection.isRecorded { connection.record(.fault(fault)) }
    reader.unframed(fault)
  }

  func ended() {
    if connection.isRecorded { connection.record(.inputEnded) }
    reader.ended()
    connection.halfEnded()
  }
}
