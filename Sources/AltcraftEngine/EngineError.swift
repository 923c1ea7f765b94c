import JSONCodec

/// Why the engine did not do what it was asked to. It had no effect then.
package enum EngineError: Error, Sendable {
  /// A rule of the SDK was broken; the same is told by events.
  case refused(Refusal)
  case outbox(OutboxRefusal)
  case storage(StorageCause)
  /// As many app groups are open as the limit `appGroups` allows.
  case tooManyGroups(max: Int)
  /// The host did not answer that callback in time.
  case callbackTimeout(String)
  /// Only what the bridge adds to the SDK: there is no configuration.
  case notInitialized
  /// A parameter that only the state can judge, as the id after which a list goes on.
  case invalid(parameter: String, expected: String)
}

/// A call the SDK refuses: the code of the event is the code of the error.
package struct Refusal: Sendable {
  package let event: EventDraft
  /// Events that say why, emitted first.
  package let causes: [EventDraft]
  /// What the error says beyond its reason.
  package let data: JSONObject

  package init(_ event: EventDraft, causes: [EventDraft] = [], data: JSONObject = [:]) {
    self.event = event
    self.causes = causes
    self.data = data
  }

  package init(
    _ code: SDKCode, function: String, message: String? = nil, value: JSONObject? = nil
  ) {
    self.init(EventDraft(code, function: function, message: message, value: value))
  }
}
