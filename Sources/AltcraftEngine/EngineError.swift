import JSONCodec

/// The reason the engine refused a request. The request had no effect.
package enum EngineError: Error, Sendable {
  /// A rule of the SDK was broken; events report the same.
  case refused(SDKError)
  case outbox(AcceptError)
  case storage(StorageCause)
  /// The limit `appGroups` of open app groups is reached.
  case tooManyGroups(max: Int)
  /// The host did not answer that callback in time.
  case callbackTimeout(String)
  /// For methods that the bridge adds to the SDK: there is no configuration.
  case notInitialized
  /// The platform in use is not a simulated one; the sentence says why.
  case noSimulator(String)
  /// A parameter that is invalid in the current state, as the id after which a list continues.
  case invalid(Invalid)

  package static func invalid(parameter: String, expected: String) -> EngineError {
    .invalid(Invalid(expected: expected, path: parameter))
  }
}

/// A call that the SDK refuses: the code of the event is the code of the error.
package struct SDKError: Sendable {
  package let event: EventDraft
  /// The events with the reasons, emitted first.
  package let causes: [EventDraft]
  /// Additional members of the error.
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
