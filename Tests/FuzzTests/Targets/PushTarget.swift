import AltcraftEngine
import JSONCodec
import PushMessages

@testable import AltcraftMethods

/// The reader of pushes of any structure, and the parameters of mobile events, which have two readers.
enum PushTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    if let fault = EventText.fault(in: input) { return fault }
    // The protocol refuses duplicate members before.
    guard let document = try? JSONParser.parse(input), !document.hasDuplicateMembers,
      let message = document.value.objectValue
    else { return nil }
    let push = ParsedPush(message)
    let bytes = ParsedPush.codec.bytes(push)
    guard let result = try? JSONParser.parse(bytes, limits: .generous).value else {
      return "the result is not JSON"
    }
    guard ParsedPush(message).rest == push.rest else {
      return "it is another one when it is read again"
    }
    // Nothing is lost: a text of the message is in the result, or in a text of it.
    let known = result.text
    for text in texts(in: .object(message))
    where !known.contains(JSON.string(text).text.dropFirst().dropLast()) {
      guard isJSON(text) else { return "a text is lost" }
    }
    return nil
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONParser.parse(Array(text.utf8))) != nil
  }

  private static func texts(in json: JSON) -> [String] {
    switch json {
    case .string(let text): [text]
    case .array(let values): values.flatMap(texts)
    case .object(let object): object.members.flatMap { texts(in: $0.value) }
    case .null, .bool, .number: []
    }
  }

  static var seeds: [[UInt8]] {
    PushSample.names.compactMap { PushSample($0)?.sent.bytes }
      + [PushSamples.device.bytes, PushSamples.request.bytes]
      + [
        #"{"sid":"px","eventName":"e","payload":{"a":1.50,"b":null},"matching":{"email":"a"},"wait":"accepted"}"#,
        #"{"sid" : "px" , "eventName":"é","sendMessageId":"","matchingType":"x","profileFields":{"a":[1, 2]}}"#,
      ].map { Array($0.utf8) }
  }
}

/// The parameters of mobile events: from the text of a call, and from a document.
private enum EventText {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    var event = MobileEventText()
    guard let end = event.read(input, from: 0, JSONLimits()) else { return nil }
    guard let read = try? JSONParser.parseValue(input, from: 0, depth: 1, limits: JSONLimits()),
      !read.hasDuplicateMembers, read.end == end, let object = read.value.objectValue
    else { return "the parameters of an event are no object" }
    let codec = MobileEventParameters.fields.joined(DurableOptions.fields)
    guard let (parameters, options) = try? codec.decode(object), options.requestId == nil,
      options.wait == .accepted, parameters.subscription == nil, parameters.utm == nil
    else { return "the parameters of an event are refused otherwise" }
    do throws(EngineError) {
      try parameters.payload?.checkScalars("payload", function: "mobileEvent")
    } catch {
      return "the payload of an event is refused otherwise"
    }
    var writer = JSONWriter()
    event.write(input, minutesWest: -60, to: &writer)
    guard case .encoded(let body) = MobileEvent.body(minutesWest: -60, parameters) else {
      return "the body of an event is not encoded"
    }
    return writer.bytes == body ? nil : "the body of an event is another one"
  }
}
