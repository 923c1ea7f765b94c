/// Writes one JSON document into one buffer, on one line, commas where they belong.
@usableFromInline package struct JSONWriter: ~Copyable {
  private var buffer: UnsafeMutableRawBufferPointer
  private var count = 0
  private var needsComma = false

  @usableFromInline package init(capacity: Int = 256) {
    buffer = .allocate(byteCount: max(capacity, 16), alignment: 1)
  }

  deinit { buffer.deallocate() }

  /// What was written so far.
  @usableFromInline package var bytes: [UInt8] { withBytes { Array($0) } }

  /// The same without a copy, for the time of the call.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// Forgets what was written. The memory stays for the next document, unless it is more than `kept`.
  package mutating func reset(keeping kept: Int) {
    count = 0
    needsComma = false
    guard buffer.count > kept else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: kept, alignment: 1)
  }

  /// A piece of a document, in which nothing is separated or quoted; a value or nothing comes next.
  package mutating func fragment(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    needsComma = false
  }

  @usableFromInline package mutating func beginObject() { open(UInt8(ascii: "{")) }
  @usableFromInline package mutating func endObject() { close(UInt8(ascii: "}")) }
  @usableFromInline package mutating func beginArray() { open(UInt8(ascii: "[")) }
  @usableFromInline package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next value.
  @usableFromInline package mutating func key(_ name: String) {
    separate()
    quote(name)
    append(UInt8(ascii: ":"))
    needsComma = false
  }

  @usableFromInline package mutating func null() { token("null") }
  @usableFromInline package mutating func bool(_ value: Bool) { token(value ? "true" : "false") }
  @usableFromInline package mutating func number(_ value: JSONNumber) { token(value.text) }

  @inlinable
  package mutating func int(_ value: some BinaryInteger) {
    integer(isNegative: value < 0, UInt64(value.magnitude))
  }

  @usableFromInline package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// A value that is JSON already: one complete document, checked by who made it.
  @usableFromInline package mutating func raw(_ document: [UInt8]) {
    document.withUnsafeBytes { raw($0) }
  }

  @usableFromInline package mutating func raw(_ document: UnsafeRawBufferPointer) {
    separate()
    append(document)
  }

  @usableFromInline package mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object): self.object(object)
    }
  }

  @usableFromInline package mutating func object(_ object: JSONObject) {
    beginObject()
    for member in object.members {
      key(member.key)
      value(member.value)
    }
    endObject()
  }
}

extension JSONWriter {
  private mutating func open(_ byte: UInt8) {
    separate()
    append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func token(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  @usableFromInline mutating func integer(isNegative: Bool, _ magnitude: UInt64) {
    separate()
    if isNegative { append(UInt8(ascii: "-")) }
    // 2^64 has 20 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = digits.count
      var rest = magnitude
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[first...]))
    }
  }

  private mutating func quote(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      let text = UnsafeRawBufferPointer(utf8)
      var start = 0
      while true {
        let end = text.plainText(from: start).end
        append(UnsafeRawBufferPointer(rebasing: text[start..<end]))
        guard end < text.count else { break }
        escape(text[end])
        start = end + 1
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      for digit in [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")] { append(digit) }
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private mutating func append(_ byte: UInt8) {
    if count == buffer.count { grow(by: 1) }
    buffer[count] = byte
    count += 1
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > buffer.count - count { grow(by: bytes.count) }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  private mutating func grow(by more: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(buffer.count * 2, count + more), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    buffer.deallocate()
    buffer = larger
  }
}

extension JSON {
  /// The document on one line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The document over several lines, two spaces a level, as people and `diff` read it.
  package var prettyText: String {
    var text = ""
    prettyPrint(into: &text, indentation: "")
    return text
  }

  private func prettyPrint(into text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        element.prettyPrint(into: &text, indentation: inner)
      }
      text += "\n" + indentation + "]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner + JSON.string(member.key).text + ": "
        member.value.prettyPrint(into: &text, indentation: inner)
      }
      text += "\n" + indentation + "}"
    default: text += self.text
    }
  }
}
