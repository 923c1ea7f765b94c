import JSONCodec

/// Something to tell subscribers, before `EventHub` gives it a number and a date.
package struct EventDraft: Sendable, Equatable {
  package var code: SDKCode
  package var type: SDKEventType
  /// The public method, or `processResponse` for the outcome of an attempt.
  package var function: String
  package var message: String
  /// Told without the members that are null, and as null when none is left.
  package var value: JSONObject?
  package var requestID: String?

  /// `type` is that of the code unless given, and so is the message.
  package init(
    _ code: SDKCode, as type: SDKEventType? = nil, function: String, message: String? = nil,
    value: JSONObject? = nil, requestID: String? = nil
  ) {
    self.code = code
    self.type = type ?? code.kind
    self.function = function
    self.message = message ?? code.meaning
    self.value = value
    self.requestID = requestID
  }
}

/// One event as subscribers get it.
package struct SDKEvent: Sendable, Equatable {
  /// Names the run of the process that `seq` belongs to.
  package let epoch: String
  /// From 1, one more for each event.
  package let seq: Int
  package let type: SDKEventType
  /// In the numbering that was configured when the event happened.
  package let code: Int
  package let name: String
  package let function: String
  package let message: String
  package let value: JSONObject?
  package let date: Timestamp
  package let requestID: String?

  init(_ draft: EventDraft, numbering: EventNumbering, epoch: String, seq: Int, date: Timestamp) {
    self.epoch = epoch
    self.seq = seq
    type = draft.type
    code = draft.code.number(numbering)
    name = draft.code.name
    function = draft.function
    message = draft.message
    let members = draft.value?.members.filter { !$0.value.isNull } ?? []
    value = members.isEmpty ? nil : JSONObject(members)
    self.date = date
    requestID = draft.requestID
  }

  /// The parameters of the notification `event`, and an element of the answer of `events.list`.
  package var json: JSON {
    [
      "epoch": .string(epoch), "seq": .int(seq), "type": .string(type.rawValue),
      "code": .int(code), "name": .string(name), "function": .string(function),
      "message": .string(message), "value": value.map(JSON.object) ?? .null,
      "date": .string(date.text), "requestId": .optional(requestID),
    ]
  }
}

/// Events that a subscriber, or a reader of the list, does not get.
package struct EventGap: Sendable, Equatable {
  package enum Reason: String, Sendable {
    /// They were no longer kept, or the subscriber did not keep up.
    case overflow
    /// The cursor is of an earlier run of the process.
    case restart
  }

  /// The first one lost.
  package let from: Int
  /// The last one lost, and how many were lost; nil where nobody can know.
  package let to: Int?
  package let count: Int?
  package let reason: Reason

  package init(from: Int, to: Int?, count: Int?, reason: Reason) {
    self.from = from
    self.to = to
    self.count = count
    self.reason = reason
  }

  /// As the member `gap`.
  package var json: JSON { .object(members) }

  /// The parameters of the notification `events.gap`.
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
