import ClientGenerator
import TestSupport
import Testing

/// Tests that the time to generate a client is in proportion to the number of types.
@Suite(.timeLimit(.minutes(20))) struct GeneratorWorkTests {
  private static let (few, many) = (40, 400)

  /// The relation of each type of a document to the next one.
  enum Form: CaseIterable, Sendable {
    case references, lists, records, choices, unions

    func schemas(_ index: Int) -> [String] {
      let next = ##"{"$ref":"#/components/schemas/T\##(index + 1)"}"##
      switch self {
      case .references: return [#""T\#(index)":\#(next)"#]
      case .lists: return [#""T\#(index)":{"type":"array","items":\#(next)}"#]
      case .records: return [Self.record("T\(index)", #""next":\#(next)"#)]
      case .choices:
        let choice = #"{"enum":["a\#(index)","b"]}"#
        return [Self.record("T\(index)", #""next":\#(next),"choice":\#(choice)"#)]
      case .unions:
        let variants = ["R", "S"].map { ##"{"$ref":"#/components/schemas/\##($0)\##(index)"}"## }
        return [
          #""T\#(index)":{"oneOf":[\#(variants.joined(separator: ","))]}"#,
          Self.record("R\(index)", #""next":\#(next)"#),
          Self.record("S\(index)", #""other":{"type":"string"}"#),
        ]
      }
    }

    private static func record(_ name: String, _ properties: String) -> String {
      #""\#(name)":{"type":"object","properties":{\#(properties)}}"#
    }

    func document(_ count: Int) -> [UInt8] {
      let first = ##"{"$ref":"#/components/schemas/T0"}"##
      let schemas = (0..<count).flatMap(schemas) + [#""T\#(count)":{"type":"string"}"#]
      return Array(
        """
        {"info":{"title":"t","version":"1","description":"d"},
        "methods":[{"name":"m","params":[{"name":"p","schema":\(first)}],
        "result":{"name":"r","schema":\(first)}}],
        "x-notifications":[],"x-callbacks":[],"x-errors":[],"x-events":[],
        "components":{"schemas":{\(schemas.joined(separator: ","))}}}
        """.utf8)
    }
  }

  @Test(
    "generating is linear in the number of types", arguments: ClientLanguage.all.map(\.name),
    Form.allCases)
  func types(_ name: String, _ form: Form) throws {
    let language = try #require(ClientLanguage.named(name))
    let documents = [Self.few: form.document(Self.few), Self.many: form.document(Self.many)]

    let growth = try growth(from: Self.few, to: Self.many) { count in
      _ = try language.files(document: documents[count] ?? [], digest: "")
    }

    #expect(growth < maxLinearGrowth)
  }
}
