/// A writer of one JSON document into one buffer, on one line. It adds the commas.
@usableFromInline package struct JSONWriter: ~Copyable {
  @usableFromInline var buffer: UnsafeMutableRawBufferPointer
  private var ownsBuffer = true
  @usableFromInline var count = 0
  @usableFromInline var needsComma = false

  @usableFromInline package init(capacity: Int = 256) {
    buffer = .allocate(byteCount: max(capacity, 16), alignment: 1)
  }

  /// Creates a writer into the caller's memory, which it uses as long as there is room.
  @usableFromInline init(into memory: UnsafeMutableRawBufferPointer) {
    buffer = memory
    ownsBuffer = false
  }

  deinit { if ownsBuffer { buffer.deallocate() } }

  /// Runs `body` with a writer that needs no heap memory for a document of less than 1 KB.
  @inlinable
  package static func small<Result>(_ body: (inout JSONWriter) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { memory in
      var writer = JSONWriter(into: memory)
      return body(&writer)
    }
  }

  /// The bytes written so far.
  @usableFromInline package var bytes: [UInt8] { withBytes { Array($0) } }

  /// Calls `body` with the bytes written so far, without a copy.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// The number of bytes written so far.
  package var byteCount: Int { count }

  /// Discards the bytes after the first `length`. A fragment must follow.
  package mutating func truncate(to length: Int) { count = min(count, length) }

  /// Discards the document. Keeps the memory for the next one, unless it is more than `kept`.
  package mutating func reset(keeping kept: Int) {
    count = 0
    needsComma = false
    guard ownsBuffer, buffer.count > kept else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: kept, alignment: 1)
  }

  /// Writes a piece of a document as it is, without commas or quotes, from the byte `first`. A value or nothing must
  /// follow. Inlined: the length is a constant then, and the copy a few instructions.
  @inlinable
  @inline(__always)
  package mutating func fragment(_ text: StaticString, from first: Int = 0) {
    let length = text.utf8CodeUnitCount - first
    if length + 9 > buffer.count - count { grow(by: length + 9) }
    if let base = buffer.baseAddress {
      (base + count).copyMemory(from: text.utf8Start + first, byteCount: length)
    }
    count += length
    needsComma = false
  }

  @usableFromInline package mutating func beginObject() { open(UInt8(ascii: "{")) }
  @usableFromInline package mutating func endObject() { close(UInt8(ascii: "}")) }
  @usableFromInline package mutating func beginArray() { open(UInt8(ascii: "[")) }
  @usableFromInline package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the key of the next value.
  @usableFromInline package mutating func key(_ name: String) {
    quote(name, isKey: true)
    needsComma = false
  }

  @usableFromInline package mutating func null() { token("null") }
  @usableFromInline package mutating func bool(_ value: Bool) { token(value ? "true" : "false") }
  @usableFromInline package mutating func number(_ value: JSONNumber) { token(value.text) }

  @inlinable
  package mutating func int(_ value: some BinaryInteger) {
    integer(isNegative: value < 0, UInt64(value.magnitude))
  }

  @usableFromInline package mutating func string(_ value: String) { quote(value, isKey: false) }

  /// Writes a value that is JSON already: one complete document, checked by its producer.
  @usableFromInline package mutating func raw(_ document: [UInt8]) {
    document.withUnsafeBytes { raw($0) }
  }

  @usableFromInline package mutating func raw(_ document: UnsafeRawBufferPointer) {
    append(upTo: document.count) { $0.append(document) }
  }

  /// Writes a value that is JSON already, without the white space between its tokens.
  mutating func compact(_ document: UnsafeRawBufferPointer) {
    append(upTo: document.count) { end in
      var isInString = false
      for byte in document {
        // Scanned strings have no escapes.
        if byte == UInt8(ascii: "\"") { isInString.toggle() }
        if isInString || byte > 0x20 { end.append(byte) }
      }
    }
  }

  @usableFromInline package mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for index in elements.indices { self.value(elements[index]) }
      endArray()
    case .object(let object): self.object(object)
    }
  }

  @usableFromInline package mutating func object(_ object: JSONObject) {
    beginObject()
    for index in object.members.indices {
      key(object.members[index].key)
      value(object.members[index].value)
    }
    endObject()
  }
}

extension JSONWriter {
  private mutating func open(_ byte: UInt8) {
    append(upTo: 1) { $0.append(byte) }
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    needsComma = false
    append(upTo: 1) { $0.append(byte) }
  }

  private mutating func token(_ text: String) {
    text.withBytes { raw($0) }
  }

  @usableFromInline
  mutating func integer(isNegative: Bool, _ magnitude: UInt64) {
    // 2^64 has 20 digits.
    append(upTo: 21) { end in
      if isNegative { end.append(UInt8(ascii: "-")) }
      var count = 1
      var limit: UInt64 = 10
      while count < 20, magnitude >= limit {
        count += 1
        limit &*= 10
      }
      var rest = magnitude
      for index in (0..<count).reversed() {
        end.next[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      end.next += count
    }
  }

  private mutating func quote(_ text: String, isKey: Bool) {
    text.withBytes { text in
      var plain = text.count
      append(upTo: text.count + 3) { end in
        end.append(UInt8(ascii: "\""))
        // Copied before it is known to be plain, because nearly all text is. Any other text is rewritten.
        end.append(text)
        plain = UnsafeRawPointer(end.next - text.count).plainText(count: text.count)
        end.append(UInt8(ascii: "\""))
        if isKey { end.append(UInt8(ascii: ":")) }
      }
      if plain < text.count {
        count -= text.count - plain + (isKey ? 2 : 1)
        escape(text, from: plain, isKey: isKey)
      }
    }
  }

  private mutating func escape(_ text: UnsafeRawBufferPointer, from first: Int, isKey: Bool) {
    needsComma = false
    var position = first
    while position < text.count {
      // Six bytes for an escaped byte, and the plain bytes after it.
      let end = text.plainText(from: position + 1).end
      append(upTo: 6 + end - position) { next in
        next.escape(text[position])
        next.append(UnsafeRawBufferPointer(rebasing: text[(position + 1)..<end]))
      }
      needsComma = false
      position = end
    }
    append(upTo: 2) { end in
      end.append(UInt8(ascii: "\""))
      if isKey { end.append(UInt8(ascii: ":")) }
    }
  }

  /// The end of the document in the buffer, with room for more bytes.
  private struct End {
    var next: UnsafeMutablePointer<UInt8>

    mutating func append(_ byte: UInt8) {
      next.pointee = byte
      next += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
      guard let base = bytes.baseAddress else { return }
      UnsafeMutableRawPointer(next).copyMemory(from: base, byteCount: bytes.count)
      next += bytes.count
    }

    mutating func escape(_ byte: UInt8) {
      append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
      case 0x08: append(UInt8(ascii: "b"))
      case 0x09: append(UInt8(ascii: "t"))
      case 0x0A: append(UInt8(ascii: "n"))
      case 0x0C: append(UInt8(ascii: "f"))
      case 0x0D: append(UInt8(ascii: "r"))
      default:
        append(UInt8(ascii: "u"))
        append(UInt8(ascii: "0"))
        append(UInt8(ascii: "0"))
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
      }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
  }

  /// Calls `fill` to write at most `more` bytes, after a comma if one is due. Eight more bytes are reserved
  /// after them, so that the written bytes can be read word by word.
  @inline(__always)
  private mutating func append(upTo more: Int, _ fill: (inout End) -> Void) {
    if more + 9 > buffer.count - count { grow(by: more + 9) }
    guard let base = buffer.baseAddress else { return }
    let start = base.assumingMemoryBound(to: UInt8.self)
    var end = End(next: start + count)
    if needsComma { end.append(UInt8(ascii: ",")) }
    fill(&end)
    count = end.next - start
    needsComma = true
  }

  @usableFromInline mutating func grow(by more: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(buffer.count * 2, count + more), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if ownsBuffer { buffer.deallocate() }
    buffer = larger
    ownsBuffer = true
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

  /// The document on several lines, with two spaces per level, for people and `diff`.
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
