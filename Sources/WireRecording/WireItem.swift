import JSONCodec
import JSONRPC

/// Something that happened on a connection, or between this process and a server it speaks to.
package struct WireItem: Sendable {
  package enum Content: Sendable {
    /// `peer` says what is known of who is at the other end.
    case opened(transport: String, peer: JSONObject)
    case message(MessageCover.Direction, [UInt8])
    /// A message that was handed to the transport, and that found no room.
    case dropped
    /// What came in and could not be framed.
    case fault(FramingFault)
    /// The other side will say nothing more.
    case inputEnded
    case closed
    case exchange(Exchange)
  }

  /// One request made of a server by HTTP, and what came of it.
  package struct Exchange: Sendable {
    package let method: String
    package let path: String
    /// Nil: no answer, for that reason.
    package let status: Int?
    package let failure: String?
    package let retryAfter: String?
    package let body: [UInt8]

    package init(
      method: String, path: String, status: Int?, failure: String?, retryAfter: String?,
      body: [UInt8]
    ) {
      self.method = method
      self.path = path
      self.status = status
      self.failure = failure
      self.retryAfter = retryAfter
      self.body = body
    }
  }

  /// Milliseconds since 1970.
  package let time: Int64
  /// 0 for what belongs to none.
  package let connection: UInt64
  package let content: Content

  package init(time: Int64, connection: UInt64, _ content: Content) {
    self.time = time
    self.connection = connection
    self.content = content
  }

  /// What it takes of a queue, in bytes.
  var cost: Int {
    switch content {
    case .message(_, let bytes): bytes.count + 128
    case .exchange(let exchange): exchange.body.count + 256
    default: 128
    }
  }
}

/// Makes the text that a file is to hold of what happened. Called by one thread at a time, in order.
package protocol WireText: Sendable {
  /// What stands before what this process writes, in each file it writes to.
  mutating func head() -> [UInt8]
  mutating func text(_ item: WireItem) -> [UInt8]
  /// So many items found no room in the queue, or on the disk.
  mutating func text(lost count: Int, at time: Int64) -> [UInt8]
}
