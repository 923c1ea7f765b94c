import AltcraftEngine
import JSONCodec

extension SDKEvent {
  package var json: JSON { (try? JSONParser.parse(bytes, limits: .generous).value) ?? .null }
  package var requestID: String? { json["requestId"]?.stringValue }
  package var type: SDKEventType? { json["type"]?.stringValue.flatMap(SDKEventType.init) }
  package var value: JSONObject? { json["value"]?.objectValue }
  package var message: String { json["message"]?.stringValue ?? "" }
  package var function: String { json["function"]?.stringValue ?? "" }
}
