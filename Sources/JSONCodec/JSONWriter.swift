/// Writes one JSON document into one buffer, on one line, commas where they belong.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes its document behind `bytes`, whose memory it goes on using.
  package init(continuing bytes: consuming [UInt8]) {
    self.bytes = bytes
  }

  /// What has been written, without a copy of it. Nothing is left.
  package mutating func take() -> [UInt8] { exchange(&bytes, with: []) }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next value.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { token("null") }
  package mutating func bool(_ value: Bool) { token(value ? "true" : "false") }
  package mutating func int(_ value: some BinaryInteger) { token(String(value)) }
  package mutating func number(_ value: JSONNumber) { token(value.text) }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// A value that is JSON already: one complete document, checked by who made it.
  package mutating func raw(_ document: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: document)
  }

  package mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func token(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x20...: bytes.append(byte)
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      default:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
