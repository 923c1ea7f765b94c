import JSONCodec

/// The parameters of a mobile event as places in the text of its call. It accepts only what needs no conversion, and
/// writes the same job as `MobileEvent.body`.
struct MobileEventText {
  private typealias Value = JSONScanner.Value

  private var sid: Value?
  private var eventName: Value?
  private var sendMessageId: Value?
  private var payload: Value?
  private var matching: Value?
  private var matchingType: Value?
  private var profileFields: Value?

  /// Reads the parameters that begin at `start`. Returns their end; nil for any other call: one with an id, a
  /// subscription or UTM tags, one that waits for its outcome, and one that is refused.
  mutating func read(
    _ message: UnsafeRawBufferPointer, from start: Int, _ limits: JSONLimits
  ) -> Int? {
    self = MobileEventText()
    let end = JSONScanner.object(message, from: start, depth: 1, limits: limits) { key, value in
      take(key, value, message)
    }
    return sid == nil || eventName == nil ? nil : end
  }

  private mutating func take(
    _ key: UnsafeRawBufferPointer, _ value: JSONScanner.Value, _ message: UnsafeRawBufferPointer
  ) -> Bool {
    if key.isText("sid") { return Self.set(&sid, value, value.isString && !value.isEmptyString) }
    if key.isText("eventName") {
      return Self.set(&eventName, value, value.isString && !value.isEmptyString)
    }
    if value.isNull { return Self.isOptional(key) }
    if key.isText("sendMessageId") { return Self.set(&sendMessageId, value, value.isString) }
    if key.isText("payload") { return Self.set(&payload, value, value.isFlat) }
    if key.isText("matching") { return Self.set(&matching, value, value.isObject) }
    if key.isText("matchingType") { return Self.set(&matchingType, value, value.isString) }
    if key.isText("profileFields") {
      return Self.set(&profileFields, value, value.isObject)
    }
    guard key.isText("wait") else { return false }
    return UnsafeRawBufferPointer(rebasing: message[value.start..<value.end]).isText("\"accepted\"")
  }

  private static func set(
    _ member: inout JSONScanner.Value?, _ value: JSONScanner.Value, _ isValid: Bool
  ) -> Bool {
    member = value
    return isValid
  }

  /// Returns whether a parameter of that name may be null.
  private static func isOptional(_ key: UnsafeRawBufferPointer) -> Bool {
    key.isText("sendMessageId") || key.isText("payload") || key.isText("matching")
      || key.isText("matchingType") || key.isText("profileFields") || key.isText("subscription")
      || key.isText("utm") || key.isText("requestId") || key.isText("wait")
      || key.isText("waitTimeoutMs")
  }

  /// Writes the body of the job, from the message whose parameters were read.
  func write(_ message: UnsafeRawBufferPointer, minutesWest: Int, to writer: inout JSONWriter) {
    writer.fragment("{\"sid\":")
    if let sid { writer.scanned(sid, of: message) }
    writer.fragment(",\"parts\":{\"tz\":\"")
    writer.int(minutesWest)
    writer.fragment("\",\"wn\":")
    if let eventName { writer.scanned(eventName, of: message) }
    if let matchingType, !matchingType.isEmptyString {
      writer.fragment(",\"mm\":")
      writer.scanned(matchingType, of: message)
    }
    if let payload {
      writer.fragment(",\"wd\":")
      writer.scanned(payload, of: message)
    }
    if let sendMessageId, !sendMessageId.isEmptyString {
      writer.fragment(",\"mi\":")
      writer.scanned(sendMessageId, of: message)
    }
    if let matching {
      writer.fragment(",\"ma\":")
      writer.scanned(matching, of: message)
    }
    if let profileFields {
      writer.fragment(",\"pf\":")
      writer.scanned(profileFields, of: message)
    }
    writer.fragment("}}")
  }
}
