/// Truncation of texts and values from other programs that are stored or forwarded, to a number of bytes as
/// JSON.
///
/// A cut is visible: a text ends with "… (1000000 bytes)", an array with "… (400 more)", and an object with a
/// member "…" that contains the number of missing members.
extension String {
  /// Returns the text if it takes at most `limit` bytes between the quotes of a JSON string; otherwise its
  /// beginning, up to a whole Unicode scalar, and its size. `limit` is at least 64.
  package func cut(to limit: Int) -> String {
    // A byte takes at most six bytes in JSON.
    guard utf8.count > limit / 6, jsonBytes(upTo: limit) > limit else { return self }
    let mark = "… (\(utf8.count) bytes)"
    var bytes = mark.utf8.count
    let end = unicodeScalars.firstIndex { scalar in
      bytes += scalar.jsonBytes
      return bytes > limit
    }
    return String(unicodeScalars[..<(end ?? endIndex)]) + mark
  }

  /// Returns the number of bytes of the text between the quotes of a JSON string. Stops counting beyond
  /// `limit`.
  package func jsonBytes(upTo limit: Int) -> Int {
    var count = 0
    for byte in utf8 {
      count += byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1
      if count > limit { break }
    }
    return count
  }
}

extension Unicode.Scalar {
  fileprivate var jsonBytes: Int {
    value < 0x20 ? 6 : self == "\"" || self == "\\" ? 2 : UTF8.width(self)
  }
}

extension JSON {
  /// Returns the value with at most `limit` bytes as JSON, and each text in it with at most `textLimit`.
  /// Drops the rest. `limit` is at least 64.
  package func cut(to limit: Int, text textLimit: Int) -> JSON {
    guard bytes.count > min(limit, textLimit) else { return self }
    var cutter = Cutter(left: limit, textLimit: textLimit)
    return cutter.cut(self) ?? .null
  }
}

extension JSONObject {
  /// Cuts an object in the same way; the result is an object too.
  package func cut(to limit: Int, text textLimit: Int) -> JSONObject {
    JSON.object(self).cut(to: limit, text: textLimit).objectValue ?? [:]
  }
}

/// The remaining budget of bytes while a value is cut.
private struct Cutter {
  /// The bytes of a mark: a comma, a name or text of at most 40 bytes, and the end of the value.
  private static let markBytes = 48

  var left: Int
  let textLimit: Int

  /// Returns nil if not even the beginning of the value fits; the budget is then unchanged.
  mutating func cut(_ value: JSON) -> JSON? {
    switch value {
    case .null, .bool: return take(5) ? value : nil
    case .number(let number):
      // A number cannot be cut, and no meaningful number is this long.
      guard number.text.utf8.count <= textLimit else {
        return take(Self.markBytes) ? .string("… (\(number.text.utf8.count) digits)") : nil
      }
      return take(number.text.utf8.count) ? value : nil
    case .string(let text): return cut(text).map(JSON.string)
    case .array(let elements): return cut(elements)
    case .object(let object): return cut(object)
    }
  }

  private mutating func take(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }

  private mutating func cut(_ text: String) -> String? {
    guard left >= 66 else { return nil }
    let kept = text.cut(to: min(textLimit, left - 2))
    left -= 2 + kept.jsonBytes(upTo: left)
    return kept
  }

  private mutating func cut(_ elements: [JSON]) -> JSON? {
    guard take(2 + Self.markBytes) else { return nil }
    var kept: [JSON] = []
    for element in elements {
      let before = left
      guard take(1), let element = cut(element) else {
        left = before
        kept.append(.string("… (\(elements.count - kept.count) more)"))
        return .array(kept)
      }
      kept.append(element)
    }
    left += Self.markBytes
    return .array(kept)
  }

  private mutating func cut(_ object: JSONObject) -> JSON? {
    guard take(2 + Self.markBytes) else { return nil }
    var kept: [JSONObject.Member] = []
    for member in object.members {
      let before = left
      // A name that was cut could equal that of another member, so a long one is dropped.
      let keyBytes = member.key.jsonBytes(upTo: textLimit)
      guard keyBytes <= textLimit else { continue }
      guard take(4 + keyBytes), let value = cut(member.value) else {
        left = before
        break
      }
      kept.append(.init(key: member.key, value: value))
    }
    var result = JSONObject(kept)
    guard kept.count < object.count else {
      left += Self.markBytes
      return .object(result)
    }
    result["…"] = .string("\(object.count - kept.count) more members")
    return .object(result)
  }
}
