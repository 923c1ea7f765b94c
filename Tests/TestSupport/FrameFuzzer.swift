import JSONCodec

/// A generator of nearly correct messages: every example of every method, unchanged, or changed in bytes or
/// in structure. The same seed produces the same messages.
package struct FrameFuzzer {
  package struct Frame {
    package let bytes: [UInt8]
    /// The ids that must be answered, each as often as it occurs here: the ids of well-formed calls.
    package let calls: [String]
  }

  private let seeds: [JSON]
  private var dice: SeededNumbers
  private var count = 0
  private let run: UInt64

  /// Reads the seeds from `document`, the result of `rpc.discover`. No message names another host, ends the
  /// service or waits for the platform.
  package init(document: JSON, seed: UInt64) {
    dice = SeededNumbers(seed: seed)
    run = seed
    seeds = Self.seeds(of: document)
  }

  /// The number of seeds.
  package var seedCount: Int { seeds.count }

  package mutating func next() -> Frame {
    var message = call()
    switch Int.random(in: 0..<10, using: &dice) {
    case 0..<2: break
    case 2..<5:
      for _ in 0...Int.random(in: 0...2, using: &dice) { message = changed(message, depth: 0) }
    case 5:
      message = .array((0..<Int.random(in: 0...5, using: &dice)).map { _ in call() })
    default:
      var bytes = message.bytes
      for _ in 0...Int.random(in: 0...3, using: &dice) { mutate(&bytes) }
      return frame(bytes)
    }
    return frame(message.bytes)
  }

  private static func seeds(of document: JSON) -> [JSON] {
    var seeds: [JSON] = [
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
      #"{"jsonrpc":"2.0","id":"cb","result":[1,{"a":null}]}"#,
      #"{"jsonrpc":"2.0","id":"cb","error":{"code":1,"message":"m"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bridge.nothing","params":[]}"#,
    ].compactMap { try? JSONParser.parse(Array($0.utf8)).value }
    for method in document["methods"]?.arrayValue ?? [] {
      guard let name = method["name"], name != "bridge.shutdown" else { continue }
      for example in method["examples"]?.arrayValue ?? [] {
        let parameters = example["params"]?.arrayValue ?? []
        let named = parameters.map {
          JSONObject.Member(
            key: $0["name"]?.stringValue ?? "", value: harmless($0["value"] ?? .null))
        }
        let head: JSONObject = ["jsonrpc": "2.0", "id": 0, "method": name]
        var (byName, byPosition) = (head, head)
        byName["params"] = .object(JSONObject(named))
        byPosition["params"] = .array(named.map(\.value))
        seeds += [.object(byName), .object(byPosition)]
      }
    }
    return seeds
  }

  private static func harmless(_ value: JSON) -> JSON {
    switch value {
    case .string(let text):
      if text == "outcome" { return "accepted" }
      return text.hasPrefix("http") ? "ftp://refused" : value
    case .array(let items): return .array(items.map(harmless))
    case .object(let object):
      return .object(
        JSONObject(object.members.map { .init(key: $0.key, value: harmless($0.value)) }))
    default: return value
    }
  }

  /// Returns a seed, with a unique id if it is a call.
  private mutating func call() -> JSON {
    let seed = seeds.randomElement(using: &dice) ?? .null
    guard seed["method"] != nil, seed["id"] != nil, case .object(var object) = seed else {
      return seed
    }
    count += 1
    // Keep the ids far apart: a changed byte must not turn one into another.
    var own = SeededNumbers(seed: run &<< 32 &+ UInt64(count))
    object["id"] = .string("fuzz-\(String(own.next(), radix: 16))")
    return .object(object)
  }

  /// Returns the tree with one value replaced.
  private mutating func changed(_ value: JSON, depth: Int) -> JSON {
    let stays = depth > 0 && Int.random(in: 0..<3, using: &dice) == 0
    switch value {
    case .array(var items) where !items.isEmpty && !stays:
      let index = items.indices.randomElement(using: &dice) ?? 0
      items[index] = changed(items[index], depth: depth + 1)
      return .array(items)
    case .object(let object) where !object.isEmpty && !stays:
      var members = object.members
      let index = members.indices.randomElement(using: &dice) ?? 0
      let member = members[index]
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: members.remove(at: index)
      case 1: members.append(member)
      case 2: members[index] = .init(key: odd().stringValue ?? "x", value: member.value)
      default:
        members[index] = .init(key: member.key, value: changed(member.value, depth: depth + 1))
      }
      return .object(JSONObject(members))
    default: return depth == 0 ? value : odd()
    }
  }

  private mutating func odd() -> JSON {
    let texts = [
      "null", "true", "0", "-1", "1e400", "18446744073709551616", "1.5", "[]", "{}", #""""#,
      #""\u0000""#, #""..""#, #""\uD83D\uDE00""#, #""é""#, "[[[[[[[[]]]]]]]]",
      #"{"a":{"b":[null]}}"#,
      #""\r\nX: y""#, #""callback""#, #"{"token":"t"}"#, "-9223372036854775809", "1E-400",
    ]
    switch Int.random(in: 0..<texts.count + 2, using: &dice) {
    case texts.count:
      return .string(String(repeating: "x", count: Int.random(in: 1...3000, using: &dice)))
    case texts.count + 1: return .array(Array(repeating: .null, count: 500))
    case let index: return (try? JSONParser.parse(Array(texts[index].utf8)).value) ?? .null
    }
  }

  private mutating func mutate(_ message: inout [UInt8]) {
    // A newline is left out: it would end the message in one framing only.
    let bytes = Array(#"{}[]",:0-1.eE\u tfn"#.utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC0, 0xED, 0xFF]
    let byte = bytes.randomElement(using: &dice) ?? 0
    let index = Int.random(in: 0..<max(1, message.count), using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: message.insert(byte, at: min(index, message.count))
    case 1 where !message.isEmpty: message[index] = byte
    case 2 where !message.isEmpty: message.remove(at: index)
    case 3 where !message.isEmpty: message.removeSubrange(index...)
    default: message += message[..<min(index, message.count)]
    }
  }

  private func frame(_ bytes: [UInt8]) -> Frame {
    guard let document = try? JSONParser.parse(bytes), !document.hasDuplicateMembers else {
      return Frame(bytes: bytes, calls: [])
    }
    let items = document.value.arrayValue ?? [document.value]
    return Frame(
      bytes: bytes,
      calls: items.compactMap { item in
        guard item["jsonrpc"] == "2.0", item["method"]?.stringValue != nil else { return nil }
        // A changed id may be equal to the id of another message.
        return item["id"]?.stringValue.flatMap { $0.hasPrefix("fuzz-") ? $0 : nil }
      })
  }
}
