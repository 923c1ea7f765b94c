import JSONCodec

/// A compact request id, because there may be a million in memory: without an allocation for a UUID or a
/// short text, as nearly all are.
package enum ClientRequestID: Hashable, Sendable {
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

  package var text: String {
    switch self {
    case .uuid(let high, let low): Self.uuidText(high, low)
    case .short(let first, let second):
      withUnsafeBytes(of: (first, second)) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    case .long(let text): text
    }
  }

  /// Writes the id as a string.
  package func write(to writer: inout JSONWriter) {
    guard case .uuid(let high, let low) = self else { return writer.string(text) }
    withUnsafeTemporaryAllocation(byteCount: 38, alignment: 8) { quoted in
      quoted[0] = UInt8(ascii: "\"")
      Self.writeUUID(high, low, to: UnsafeMutableRawBufferPointer(rebasing: quoted[1..<37]))
      quoted[37] = UInt8(ascii: "\"")
      writer.raw(UnsafeRawBufferPointer(quoted))
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
      writeUUID(high, low, to: UnsafeMutableRawBufferPointer(start: text.baseAddress, count: 36))
      return 36
    }
  }

  /// Writes 36 bytes.
  private static func writeUUID(
    _ high: UInt64, _ low: UInt64, to text: UnsafeMutableRawBufferPointer
  ) {
    let (inner, outer) = (hexDigits(high & 0xFFFF_FFFF), hexDigits(low >> 32))
    text.storeBytes(of: hexDigits(high >> 32).bigEndian, as: UInt64.self)
    text.storeBytes(of: upper(inner).bigEndian, toByteOffset: 9, as: UInt32.self)
    text.storeBytes(of: lower(inner).bigEndian, toByteOffset: 14, as: UInt32.self)
    text.storeBytes(of: upper(outer).bigEndian, toByteOffset: 19, as: UInt32.self)
    text.storeBytes(of: lower(outer).bigEndian, toByteOffset: 24, as: UInt32.self)
    text.storeBytes(
      of: hexDigits(low & 0xFFFF_FFFF).bigEndian, toByteOffset: 28, as: UInt64.self)
    let dash = UInt8(ascii: "-")
    (text[8], text[13], text[18], text[23]) = (dash, dash, dash, dash)
  }

  /// Returns the eight digits of a number below 2^32, the first one in the highest byte.
  private static func hexDigits(_ number: UInt64) -> UInt64 {
    // One digit in each byte.
    var digits = (number << 16 | number) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in the bytes of digits above 9.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let distance = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
    return digits + 0x3030_3030_3030_3030 + letters * distance
  }

  private static func upper(_ digits: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: digits >> 32)
  }

  private static func lower(_ digits: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: digits) }
}

/// The hash of request ids. It has a seed, because callers choose request ids and must not find out which ones collide.
struct RequestIDHasher: Sendable {
  private let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  func hash(_ request: ClientRequestID) -> UInt64 {
    switch request {
    case .uuid(let first, let second), .short(let first, let second):
      let product = (first ^ seed.0).multipliedFullWidth(by: second ^ seed.1)
      return product.high ^ product.low
    case .long(let text): return UInt64(truncatingIfNeeded: text.hashValue)
    }
  }
}
