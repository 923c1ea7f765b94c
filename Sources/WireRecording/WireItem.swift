import JSONCodec
import JSONRPC

/// An event on a connection, or an exchange between this process and a server.
package struct WireItem: Sendable {
  package enum Content: Sendable {
    /// The start of a connection. `peer` describes the remote peer.
    case opened(transport: String, peer: JSONObject)
    case message(MessageRedactor.Direction, [UInt8])
    /// A message that the transport had no room for.
    case dropped
    /// Received data that could not be framed.
    case fault(FramingFault)
    /// The end of the input: the other side sends nothing more.
    case inputEnded
    case closed
    case exchange(Exchange)
  }

  /// An HTTP request to a server, and its result.
  package struct Exchange: Sendable {
    package let method: String
    package let path: String
    /// The status. Nil without an answer: `failure` then holds the reason.
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

  /// The time in milliseconds since 1970.
  package let time: Int64
  /// The connection; 0 for an item that belongs to none.
  package let connection: UInt64
  package let content: Content

  package init(time: Int64, connection: UInt64, _ content: Content) {
    self.time = time
    self.connection = connection
    self.content = content
  }

  /// The space that the item takes in a queue, in bytes.
  var cost: Int { content.bytes + 128 }
}

extension WireItem.Content {
  /// The size of the data that it holds, in bytes.
  package var bytes: Int {
    switch self {
    case .message(_, let bytes): bytes.count
    case .exchange(let exchange): exchange.body.count + 128
    default: 0
    }
  }
}

/// A format of the items in a file. It is used by one thread at a time, in order.
package protocol WireText: Sendable {
  /// Returns the text before the items of this process, for each file it writes to.
  mutating func head() -> [UInt8]
  mutating func text(_ item: WireItem) -> [UInt8]
  /// Returns the text for items that had no room in the queue or on the disk.
  mutating func text(lost count: Int, at time: Int64) -> [UInt8]
}
