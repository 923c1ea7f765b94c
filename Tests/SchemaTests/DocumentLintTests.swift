import AltcraftMethods
import JSONCodec
import Testing

@Suite("The schema document")
struct DocumentLintTests {
  @Test("follows the rules beyond the meta-schema")
  func isSound() throws {
    let problems = DocumentLint(try Self.document()).problems
    #expect(problems == [])
  }

  @Test("describes itself as an object, and its example errors fit any method")
  func selfDescription() throws {
    let document = try Self.document()
    let discover = document["methods"]?.arrayValue?.first { $0["name"] == "rpc.discover" }
    let result = discover?["result"]?["schema"]
    #expect(result?["type"] == "object" && result?["title"] == "RpcDiscoverResult")
    #expect(result?["description"]?.stringValue?.isEmpty == false)

    let invalid = document["components"]?["errors"]?["invalidParams"]
    #expect(invalid?["message"] == "a parameter is not valid for this method")
  }

  /// The faults: a part of the document, its replacement, and the expected complaint.
  static let faults: [(String, String, String)] = [
    (#""name": "bridge.ping""#, #""name": "bridge.info""#, "bridge.info is given twice"),
    (#""name": "bridge.ping""#, #""name": "rpc.ping""#, "reserved"),
    (#""name": "limit""#, #""name": "after""#, "the parameter after is there twice"),
    (
      #""required": true,"schema": {"title": "SetUserDefaultsValueSuiteNameParameter","type": "string"}}"#,
      #""required": false,"schema": {"title": "SetUserDefaultsValueSuiteNameParameter","type": "string"}}"#,
      "a required parameter comes after an optional one"
    ),
    (#""Receipt": {"#, #""Re ceipt": {"#, "names nothing"),
    (#""Receipt": {"#, #""Re ceipt": {"#, "Re ceipt is not a name"),
    (#""title": "Receipt""#, #""description": """#, "Receipt has no title"),
    (#""title": "Receipt""#, #""title": "Job""#, "the title Job is given twice"),
    (
      #""title": "EventPosition""#, #""title": "EventPosition","additionalProperties": false"#,
      "EventPosition is a result and is closed"
    ),
    (
      #""additionalProperties": false"#, #""additionalProperties": true"#,
      "UTM is a parameter and is open"
    ),
    (#""anyOf": "#, #""oneOf": "#, "is not anyOf"),
    (#""title": "UTMCampaignMember","#, "", "UTM.campaign has no title"),
    (
      ##""$ref": "#/components/schemas/Receipt""##,
      #""$ref": "https://example.com/receipt.json""#,
      "names nothing"
    ),
    (#""x-durable": true"#, #""x-lasting": true"#, "x-lasting is not declared"),
    (#""value": "pong""#, #""value": 7"#, "expected"),
    (#""reason": "appGroupMissing""#, #""reason": "unknown""#, "not among its errors"),
    (#""pattern""#, #""maxLength""#, "does not know maxLength"),
    (#""description": "The answer to a durable"#, #""title": ""#, "Receipt has no description"),
    (
      #""description": "The outcome of the job"#, #""title": ""#,
      "Receipt.outcome has no description"
    ),
    (
      #""description": "A button of a push."#, #""description": "A button"#,
      "PushButton is not a sentence"
    ),
    (
      #""description": "The number of delivered jobs."#, #""title": ""#,
      "BridgeStats.outbox.delivered has no description"
    ),
    (
      #""description": "The upper bound of the bucket"#, #""title": ""#,
      "LatencyStep.le has no description"
    ),
    (
      #""x-secret": true,"description": "The resource token"#,
      #""description": "The resource token"#, "Configuration.rToken is called like"
    ),
    (#""name": "limit""#, #""name": "limitPassword""#, "limitPassword is called like a secret"),
    (
      #""summary": "The largest number of items"#, #""summary": "", "title": "The"#,
      "parameter limit has no summary"
    ),
  ]

  @Test("a fault in it is found", arguments: faults)
  func findsFault(part: String, replacement: String, complaint: String) throws {
    let text = try Self.text.get()
    let compactPart = part.replacing(": ", with: ":")
    try #require(text.contains(compactPart), "the document no longer has \(part)")

    let broken = text.replacing(compactPart, with: replacement.replacing(": ", with: ":"))
    let problems = DocumentLint(try JSONParser.parse(Array(broken.utf8)).value).problems

    #expect(problems.contains { $0.contains(complaint) }, "\(problems)")
  }

  /// The document, made once for all faults.
  private static let made = Result {
    try JSONParser.parse(Array(Catalog.schemaText(version: BridgeVersion.current).utf8)).value
  }
  private static let text = made.map(\.text)

  static func document() throws -> JSON { try made.get() }
}
