/// A compact request id, because there may be a million in memory: without an allocation for a UUID or a
/// short text, as nearly all are.
enum ClientRequestID: Hashable, Sendable {
  /// A UUID in lower case.
  case uuid(UInt64, UInt64)
  /// Up to 16 bytes of UTF-8, none of them zero, followed by zeros.
  case short(UInt64, UInt64)
  case long(String)

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { ClientRequestID(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Creates an id from valid UTF-8.
  init(utf8 bytes: UnsafeRawBufferPointer) {
    if let (high, low) = Self.uuid(bytes) {
      self = .uuid(high, low)
    } else if bytes.count <= 16, !bytes.contains(0) {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
      self = .short(words.0, words.1)
    } else {
      self = .long(String(decoding: bytes, as: UTF8.self))
    }
  }

  var text: String {
    switch self {
    case .uuid(let high, let low): Self.uuidText(high, low)
    case .short(let first, let second):
      withUnsafeBytes(of: (first, second)) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    case .long(let text): text
    }
  }

  private static func uuid(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
    guard bytes.count == 36 else { return nil }
    let dash = UInt8(ascii: "-")
    guard bytes[8] == dash, bytes[13] == dash, bytes[18] == dash, bytes[23] == dash else {
      return nil
    }
    var words: (UInt64, UInt64) = (0, 0)
    var isHex = true
    func add(_ range: Range<Int>, to word: inout UInt64) {
      for index in range {
        let byte = bytes[index]
        var digit = byte &- UInt8(ascii: "0")
        if digit > 9 {
          digit = byte &- UInt8(ascii: "a")
          isHex = isHex && digit < 6
          digit &+= 10
        }
        word = word << 4 | UInt64(digit & 15)
      }
    }
    add(0..<8, to: &words.0)
    add(9..<13, to: &words.0)
    add(14..<18, to: &words.0)
    add(19..<23, to: &words.1)
    add(24..<36, to: &words.1)
    return isHex ? words : nil
  }

  private static func uuidText(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      var nibble = 0
      for index in 0..<36 {
        if index == 8 || index == 13 || index == 18 || index == 23 {
          text[index] = UInt8(ascii: "-")
          continue
        }
        let word = nibble < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble & 15))) & 15
        text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        nibble += 1
      }
      return 36
    }
  }
}
