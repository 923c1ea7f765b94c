import JSONCodec

/// An event as subscribers get it, encoded once for all of them. It has at most `SDKEvent.limit` bytes.
package struct SDKEvent: Sendable, Equatable {
  /// The number of the event: from 1, one more for each event.
  package let seq: Int
  /// The code in the numbering that was configured at the time of the event.
  package let code: Int
  /// The parameters of the notification `event`, and an element of the response of `events.list`: one JSON
  /// object.
  package let bytes: [UInt8]

  /// The maximum size of one event, in bytes of JSON.
  package static let limit = 64 << 10
}

/// An event before `EventHub` gives it a number and a date.
package struct EventDraft: Sendable, Equatable {
  package var code: SDKCode
  package var type: SDKEventType
  /// The public method, or `processResponse` for the outcome of an attempt.
  package var function: String
  package let message: String
  /// The value. Written without the members that are null, and as null if no member is left.
  package var value: JSONObject?
  package var requestID: String?

  /// Creates a draft. `type` and the message default to those of the code.
  package init(
    _ code: SDKCode, as type: SDKEventType? = nil, function: String, message: String? = nil,
    value: JSONObject? = nil, requestID: String? = nil
  ) {
    self.code = code
    self.type = type ?? code.kind
    self.function = function
    self.message = KeptText.cut(message ?? code.meaning)
    self.value = value
    self.requestID = requestID
  }
}

/// An event without its number: the part that can be encoded without the lock of the hub.
struct EncodedDraft: Sendable {
  let code: Int
  private let epoch: String
  /// The bytes after the number.
  private let rest: [UInt8]

  init(_ draft: EventDraft, numbering: EventNumbering, epoch: String, date: Timestamp) {
    code = draft.code.number(numbering)
    self.epoch = epoch
    let members = draft.value?.members.filter { !$0.value.isNull } ?? []
    var writer = JSONWriter(capacity: 512)
    writer.fragment(",\"type\":")
    writer.string(draft.type.rawValue)
    writer.fragment(",\"code\":")
    writer.int(code)
    writer.fragment(",\"name\":")
    writer.string(draft.code.name)
    writer.fragment(",\"function\":")
    writer.string(draft.function)
    writer.fragment(",\"message\":")
    writer.string(draft.message)
    writer.fragment(",\"value\":")
    if members.isEmpty {
      writer.null()
    } else {
      Self.write(JSONObject(members), to: &writer)
    }
    writer.fragment(",\"date\":")
    writer.string(date.text)
    writer.fragment(",\"requestId\":")
    if let requestID = draft.requestID { writer.string(requestID) } else { writer.null() }
    writer.fragment("}")
    rest = writer.bytes
  }

  init(code: Int, epoch: String, rest: [UInt8]) {
    self.code = code
    self.epoch = epoch
    self.rest = rest
  }

  func numbered(_ seq: Int) -> SDKEvent {
    let head = "{\"epoch\":\"\(epoch)\",\"seq\":\(seq)".utf8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + rest.count)
    bytes += head
    bytes += rest
    return SDKEvent(seq: seq, code: code, bytes: bytes)
  }

  /// Writes a value, shortened if it is too long. Most values are bounded where they are made; this bounds
  /// those with arbitrary data of the host.
  private static func write(_ value: JSONObject, to writer: inout JSONWriter) {
    var bytes = JSON.object(value).bytes
    if bytes.count > valueBytes {
      bytes = JSON.object(value.cut(to: valueBytes, text: KeptText.bytes)).bytes
    }
    writer.raw(bytes)
  }

  /// The maximum size of a value. The rest of `SDKEvent.limit` is for the message, and one KiB for all short
  /// members.
  private static let valueBytes = SDKEvent.limit - KeptText.bytes - 1024
}

/// A range of events that a subscriber, or a reader of the list, does not get.
package struct EventGap: Sendable, Equatable {
  package enum Reason: String, Sendable {
    /// The events were no longer kept, or the subscriber was too slow.
    case overflow
    /// The cursor is of an earlier run of the process.
    case restart
  }

  /// The first lost event.
  package let from: Int
  /// The last lost event, and the number of lost events; nil if they are unknown.
  package let to: Int?
  package let count: Int?
  package let reason: Reason

  package init(from: Int, to: Int?, count: Int?, reason: Reason) {
    self.from = from
    self.to = to
    self.count = count
    self.reason = reason
  }

  /// The member `gap`.
  package var json: JSON { .object(members) }

  /// Returns the parameters of the notification `events.gap`.
  package func json(epoch: String) -> JSON {
    .object(JSONObject([.init(key: "epoch", value: .string(epoch))] + members.members))
  }

  private var members: JSONObject {
    [
      "from": .int(from), "to": .optional(to), "count": .optional(count),
      "reason": .string(reason.rawValue),
    ]
  }
}
