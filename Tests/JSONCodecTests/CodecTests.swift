import JSONCodec
import Testing

/// A type with every kind of field.
private struct Basket: Sendable {
  var name: String
  var count: Int
  var cats: [Cat]
  var note: String?
  var isOpen: Bool
  var extra: JSONObject?

  static let fields = ObjectCodec(
    Basket.init,
    Field("name", \.name, .string(minLength: 1), "The name."),
    Field("count", \.count, .int(in: 0...10), "The count."),
    Field("cats", \.cats, .list(of: Cat.codec), "Categories."),
    Field("note", \.note, optional: .string, "A remark."),
    Field("isOpen", \.isOpen, .bool, default: true, "True if it can be filled."),
    Field("extra", \.extra, optional: .map, "Anything."))
}

private struct Cat: Sendable {
  var label: String

  static let codec = Codec.object(
    "Cat", "A category.", Cat.init, Field("label", \.label, .string, "Its label."))
}

@Suite("A codec reads, writes and describes a value from one declaration")
struct CodecTests {
  @Test("a value is read with its defaults, and written with every member")
  func roundTrip() throws {
    let basket = try read(#"{"count":3,"cats":[{"label":"x"}],"name":"a","note":null}"#)

    #expect(basket.name == "a" && basket.count == 3 && basket.cats[0].label == "x")
    #expect(basket.note == nil && basket.isOpen && basket.extra == nil)
    #expect(
      String(decoding: Basket.fields.codec().bytes(basket), as: UTF8.self)
        == #"{"name":"a","count":3,"cats":[{"label":"x"}],"note":null,"isOpen":true,"extra":null}"#)
  }

  @Test(
    "an error names the path, the expected value and the fault",
    arguments: [
      (#"{"name":"a","count":3}"#, "cats", "array", .missing),
      (#"{"name":"","count":3,"cats":[]}"#, "name", "string that is not empty", .found(nil)),
      (
        #"{"name":7,"count":3,"cats":[]}"#, "name", "string that is not empty",
        .found("the number 7")
      ),
      (
        #"{"name":"a","count":11,"cats":[]}"#, "count", "integer from 0 to 10",
        .found("the number 11")
      ),
      (
        #"{"name":"a","count":1.0,"cats":[]}"#, "count", "integer from 0 to 10",
        .found("the number 1.0")
      ),
      (
        #"{"name":"a","count":4915112,"cats":[]}"#, "count", "integer from 0 to 10",
        .found("a number")
      ),
      (
        #"{"name":"a","count":"1","cats":[]}"#, "count", "integer from 0 to 10", .found("a string")
      ),
      (#"{"name":"a","count":true,"cats":[]}"#, "count", "integer from 0 to 10", .found("true")),
      (
        #"{"name":"a","count":1,"cats":[{"label":"x"},{"label":7}]}"#, "cats[1].label", "string",
        .found("the number 7")
      ),
      (#"{"name":"a","count":1,"cats":[{}]}"#, "cats[0].label", "string", .missing),
      (
        #"{"name":"a","count":1,"cats":[{"label":"x","lable":1}]}"#, "cats[0].lable",
        "one of label", .unknown(name: "lable", known: ["label"])
      ),
      (
        #"{"name":"a","count":1,"cats":[],"isOpen":0}"#, "isOpen", "boolean",
        .found("the number 0")
      ),
      (
        #"{"name":"a","count":1,"cats":[],"extra":{"n":[1,1e400]}}"#, "extra.n[1]",
        "number that a double can hold", .found("the number 1e400")
      ),
      (#"{"name":"a","count":1,"cats":null}"#, "cats", "array", .found("null")),
    ] as [(String, String, String, Invalid.Problem)])
  func errors(text: String, path: String, expected: String, problem: Invalid.Problem) {
    #expect(throws: Invalid(expected: expected, path: path, problem)) { try read(text) }
  }

  @Test("an error does not show a secret")
  func secret() {
    let codec = ObjectCodec({ $0 }, Field("token", \String.self, Codec.string.secret, "")).codec()

    #expect(throws: Invalid(expected: "string", path: "token", .found("a number"))) {
      try codec.decode(["token": 1234])
    }
  }

  @Test("an empty array is read as an empty object, and an object is never written as an array")
  func emptyArray() throws {
    let basket = try read(#"{"name":"a","count":1,"cats":[],"extra":[]}"#)

    #expect(basket.extra == [:])
    #expect(Codec.map.bytes([:]) == Array("{}".utf8))
    #expect(throws: Invalid(expected: "string", path: "label", .missing)) {
      try Cat.codec.decode([])
    }
    #expect(throws: Invalid(expected: "object", path: "extra", .found("an array"))) {
      try read(#"{"name":"a","count":1,"cats":[],"extra":[1]}"#)
    }
  }

  @Test("numbers in a map keep their digits")
  func digits() throws {
    let basket = try read(
      #"{"name":"a","count":1,"cats":[],"extra":{"big":18446744073709551616,"one":1.0}}"#)
    #expect(basket.extra.map { JSON.object($0).text } == #"{"big":18446744073709551616,"one":1.0}"#)
  }

  @Test("the schema matches the reader, with named types as references")
  func schema() {
    let schema = Basket.fields.schema(isResult: false)
    #expect(
      JSON.object(schema.json).text == """
        {"type":"object","properties":{"name":{"type":"string","minLength":1,"description":"The \
        name."},"count":{"type":"integer","minimum":0,"maximum":10,"description":"The count."},\
        "cats":{"type":"array","items":{"$ref":"#/components/schemas/Cat"},"description":"Categories."},\
        "note":{"type":["string","null"],"description":"A remark."},"isOpen":{"type":["boolean","null"],\
        "default":true,"description":"True if it can be filled."},"extra":{"type":["object","null"],\
        "description":"Anything."}},"additionalProperties":false,"required":["name","count","cats"]}
        """)
    #expect(schema.definitions.keys.sorted() == ["Cat"])
  }

  private func read(_ text: String) throws -> Basket {
    let json = try JSONParser.parse(Array(text.utf8)).value
    return try Basket.fields.codec().decode(json)
  }
}

extension Invalid.Problem {
  fileprivate static func found(_ text: String?) -> Self { .mismatch(found: text) }
}
