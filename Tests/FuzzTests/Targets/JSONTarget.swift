import AltcraftMethods
import JSONCodec

@testable import JSONRPC

/// The parser of JSON, the scanner that creates no values, and the fast path for requests: they agree on every input.
enum JSONTarget {
  private static let limits = [
    JSONLimits(), JSONLimits(depth: 4, objectMembers: 5, stringBytes: 64),
  ]

  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    for limits in Self.limits {
      if let fault = ofParser(input, limits) ?? ofScanner(input, limits) ?? ofRequest(input, limits)
      {
        return fault
      }
    }
    return nil
  }

  private static func ofParser(
    _ input: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) -> String? {
    let parsed: ParsedJSON
    do throws(JSONError) { parsed = try JSONParser.parse(input, limits: limits) } catch {
      guard case .malformed(let offset) = error else { return nil }
      return (0...input.count).contains(offset) ? nil : "an error at byte \(offset)"
    }
    guard let again = try? JSONParser.parse(parsed.value.bytes, limits: .generous) else {
      return "the written document cannot be parsed"
    }
    guard again.value == parsed.value, again.value.bytes == parsed.value.bytes,
      again.hasDuplicateMembers == parsed.hasDuplicateMembers
    else { return "the written document is another one" }
    let canonical = parsed.value.canonical
    return canonical.canonical == canonical ? nil : "the canonical form has another one"
  }

  private static func ofScanner(
    _ input: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) -> String? {
    var writer = JSONWriter()
    writer.beginObject()
    let end = JSONScanner.object(input, from: 0, depth: 1, limits: limits) { key, value in
      writer.key(String(decoding: key, as: UTF8.self))
      writer.scanned(value, of: input)
      return true
    }
    writer.endObject()
    guard let end else { return nil }
    guard let parsed = try? JSONParser.parseValue(input, from: 0, depth: 1, limits: limits) else {
      return "the scanner accepts what the parser refuses"
    }
    guard !parsed.hasDuplicateMembers, parsed.end == end, parsed.value.bytes == writer.bytes else {
      return "the scanner reads another object"
    }
    return nil
  }

  private static func ofRequest(
    _ input: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) -> String? {
    guard let fast = FastPathRequest(input, Catalog.dispatcher, limits: limits) else { return nil }
    guard let document = try? JSONParser.parse(input, limits: limits),
      case .call(let request) = Message(
        document.value, mayHaveDuplicates: document.hasDuplicateMembers),
      request.duplicate == nil, let entry = try? Catalog.dispatcher.entry(for: request.method)
    else { return "the fast path accepts another message" }
    guard fast.entry === entry || fast.entry.name == entry.name, fast.id == request.id,
      fast.parameters == request.parameters
    else { return "the fast path reads another call" }
    let idText = fast.idText.map { String(decoding: $0, as: UTF8.self) }
    return idText == request.id?.json.text ? nil : "the fast path answers another id"
  }

  static var seeds: [[UInt8]] {
    let calls = ExampleCalls.all.map(\.bytes)
    let texts = [
      #"{"jsonrpc":"2.0","method":"bridge.ping"}"#, #" { "a" : [ 1 , -0.5e+3 , true , null ] } "#,
      #"{"id":"a","jsonrpc":"2.0","params":{},"method":"bridge.ping"}"#, #"{"a":"\ud83d\ude00é"}"#,
      #"{"a":1,"a":2}"#, #"[[[[[]]]],{"x":{"y":"z"}},1e400,12345678901234567890]"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"bridge.ping"},{"jsonrpc":"2.0","id":1,"result":{}}]"#,
    ]
    return calls + texts.map { Array($0.utf8) }
  }
}
