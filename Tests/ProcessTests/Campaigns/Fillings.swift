/// JSON texts of one shape in many sizes, for inputs at a share of their limits.
struct Filling: Sendable, CustomStringConvertible {
  /// The kind of JSON value of the text.
  enum Kind: Sendable { case text, number, list, map }

  let name: String
  let kind: Kind
  /// Makes the text. `bytes` is its length, as far as the limits on depth and members allow it; `share` is
  /// the part of those limits to use, up to 1.
  let text: @Sendable (_ bytes: Int, _ share: Double) -> String

  var description: String { name }

  /// The default limits, less what the enclosing message uses.
  private static let levels = 56.0
  private static let members = 4000.0

  static let all: [Filling] = [
    repeated("a plain text", .text, "\"", "x", "\""),
    repeated("a text of escapes", .text, "\"", #"\u0001"#, "\""),
    repeated("a text of surrogates", .text, "\"", #"\ud83d\ude00"#, "\""),
    repeated("a text of three-byte characters", .text, "\"", "€", "\""),
    Filling(name: "a long number", kind: .number) { bytes, _ in
      "1" + String(repeating: "0", count: bytes)
    },
    Filling(name: "a long fraction", kind: .number) { bytes, _ in
      "0." + String(repeating: "1", count: bytes)
    },
    Filling(name: "a long exponent", kind: .number) { bytes, _ in
      "1e-" + String(repeating: "9", count: bytes)
    },
    repeated("a list of numbers", .list, "[1", ",1", "]"),
    repeated("a list of texts", .list, #"["a""#, #","a""#, "]"),
    repeated("a list of objects", .list, #"[{"name":"a"}"#, #",{"name":"a"}"#, "]"),
    repeated("a list of lists", .list, "[[]", ",[]", "]"),
    repeated("a list with spaces", .list, "[1", "    ", "]"),
    Filling(name: "a deep list", kind: .list) { _, share in
      nested(share, "[", "1", "]")
    },
    Filling(name: "a deep list of long lists", kind: .list) { bytes, share in
      let levels = Int(max(1, levels * share))
      let siblings = String(repeating: "1,", count: bytes / levels / 2)
      return nested(share, "[" + siblings, "1", "]")
    },
    Filling(name: "many members", kind: .map) { bytes, share in
      let count = Int(max(1, members * share))
      let padding = String(repeating: "x", count: max(0, bytes / count - 12))
      return "{" + (0..<count).map { #""k\#($0)":"\#(padding)""# }.joined(separator: ",") + "}"
    },
    Filling(name: "members with a long beginning in common", kind: .map) { bytes, share in
      let count = Int(max(1, members * share))
      let beginning = String(repeating: "k", count: max(1, bytes / count - 10))
      return "{" + (0..<count).map { "\"\(beginning)\($0)\":1" }.joined(separator: ",") + "}"
    },
    Filling(name: "duplicates", kind: .map) { _, share in
      "{" + repeatElement(#""a":1"#, count: Int(max(2, members * share))).joined(separator: ",")
        + "}"
    },
    Filling(name: "a long name", kind: .map) { bytes, _ in
      #"{"\#(String(repeating: "n", count: bytes))":1}"#
    },
    Filling(name: "a deep object", kind: .map) { _, share in
      nested(share, #"{"a":"#, "1", "}")
    },
    // With two evaluations per level, the time doubled with each level (finding 1).
    Filling(name: "a deep object with a duplicate", kind: .map) { _, share in
      nested(share, #"{"a":"#, #"{"d":1,"d":2}"#, "}")
    },
    Filling(name: "a deep object with duplicates at each level", kind: .map) { _, share in
      nested(share, #"{"a":1,"a":"#, "1", "}")
    },
    Filling(name: "a deep object of wide objects", kind: .map) { bytes, share in
      let levels = Int(max(1, levels * share))
      let count = min(Int(members), bytes / levels / 8)
      let siblings = (0..<count).map { "\"s\($0)\":1," }.joined()
      return nested(share, "{" + siblings + #""a":"#, "1", "}")
    },
  ]

  private static func repeated(
    _ name: String, _ kind: Kind, _ start: String, _ unit: String, _ end: String
  ) -> Filling {
    Filling(name: name, kind: kind) { bytes, _ in
      start + String(repeating: unit, count: bytes / unit.utf8.count) + end
    }
  }

  private static func nested(
    _ share: Double, _ start: String, _ middle: String, _ end: String
  ) -> String {
    let count = Int(max(1, levels * share))
    return String(repeating: start, count: count) + middle + String(repeating: end, count: count)
  }
}
