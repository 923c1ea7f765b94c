import JSONCodec
import JSONRPC
import Synchronization

/// A logged connection: it passes its messages, to and from a transport, to wire loggers. Without loggers it
/// is not created.
package final class LoggedConnection: Sendable {
  private let number: UInt64
  private let taps: [WireLogger]
  /// The number of directions that have not ended: input and output.
  private let open = Atomic<Int>(2)

  package init(_ number: UInt64, transport: String, peer: JSONObject, _ taps: [WireLogger]) {
    self.number = number
    self.taps = taps
    record(.opened(transport: transport, peer: peer))
  }

  /// Wraps the channel that the peer sends to.
  package func channel(_ channel: any Channel) -> any Channel { LoggedChannel(channel, self) }

  /// Wraps the reader that the transport delivers to.
  package func reader(_ reader: any ChannelReader) -> any ChannelReader {
    LoggedReader(reader, self)
  }

  fileprivate func record(_ content: WireItem.Content) {
    for tap in taps { tap.put(number, content) }
  }

  fileprivate func halfEnded() {
    if open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { record(.closed) }
  }
}

private final class LoggedChannel: Channel {
  private let channel: any Channel
  private let tapped: LoggedConnection
  private let isClosed = Atomic<Bool>(false)

  init(_ channel: any Channel, _ tapped: LoggedConnection) {
    self.channel = channel
    self.tapped = tapped
  }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    // Logged before it is sent: the response must not be logged first.
    tapped.record(.message(.sent, Array(message)))
    let isTaken = channel.send(message, as: kind)
    if !isTaken { tapped.record(.dropped) }
    return isTaken
  }

  func sendTogether(_ body: () -> Void) { channel.sendTogether(body) }

  func close() {
    channel.close()
    if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { tapped.halfEnded() }
  }
}

private final class LoggedReader: ChannelReader {
  private let reader: any ChannelReader
  private let tapped: LoggedConnection

  init(_ reader: any ChannelReader, _ tapped: LoggedConnection) {
    self.reader = reader
    self.tapped = tapped
  }

  func received(_ message: UnsafeRawBufferPointer) {
    tapped.record(.message(.received, Array(message)))
    reader.received(message)
  }

  func drained() { reader.drained() }

  func unframed(_ fault: FramingFault) {
    tapped.record(.fault(fault))
    reader.unframed(fault)
  }

  func ended() {
    tapped.record(.inputEnded)
    reader.ended()
    tapped.halfEnded()
  }
}
