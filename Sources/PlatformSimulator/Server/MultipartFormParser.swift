/// A parser of RFC 7578, to the extent that the platform's clients use it: no preamble, no file names.
enum MultipartFormParser {
  /// The maximum number of parts. It bounds the work on one body; the platform knows sixteen parts.
  static let maxParts = 64

  static func parse(_ body: [UInt8], contentType: String) throws(FormError) -> [FormPart] {
    let type = HeaderValue(contentType)
    guard type.value == "multipart/form-data" else {
      throw FormError(reason: "Content-Type must be multipart/form-data, got \(type.value)")
    }
    guard let boundary = type.parameters["boundary"], 1...70 ~= boundary.utf8.count else {
      throw FormError(reason: "Content-Type must have a boundary of 1 to 70 characters")
    }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    guard body.starts(with: delimiter.dropFirst(2)) else {
      throw FormError(reason: "the body must start with its boundary")
    }
    var parts: [FormPart] = []
    var position = delimiter.count - 2
    while true {
      let rest = body[position...]
      if rest.starts(with: "--".utf8) {
        let end = rest.dropFirst(2)
        guard end.isEmpty || end.elementsEqual([0x0D, 0x0A]) else {
          throw FormError(reason: "the last boundary must be the end of the body")
        }
        return parts
      }
      guard rest.starts(with: [0x0D, 0x0A]) else {
        throw FormError(reason: "a boundary must be followed by CRLF")
      }
      guard let end = firstIndex(of: delimiter, in: body, from: position + 2) else {
        throw FormError(reason: "the last boundary is missing")
      }
      guard parts.count < maxParts else { throw FormError(reason: "more than \(maxParts) parts") }
      parts.append(try part(body[(position + 2)..<end]))
      position = end + delimiter.count
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) throws(FormError) -> FormPart {
    let separator: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard let headEnd = firstIndex(of: separator, in: bytes, from: bytes.startIndex) else {
      throw FormError(reason: "a part has no empty line after its headers")
    }
    var disposition: HeaderValue?
    var type: HeaderValue?
    let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
    for line in head.split(separator: "\r\n") {
      let name = line.prefix { $0 != ":" }
      guard name.count < line.count else { throw FormError(reason: "malformed header of a part") }
      let value = HeaderValue(line.dropFirst(name.count + 1).trimmed)
      switch name.lowercased() {
      case "content-disposition": disposition = value
      case "content-type": type = value
      case "content-length": break
      default: throw FormError(reason: "unexpected header of a part: \(name)")
      }
    }
    guard let disposition, disposition.value == "form-data",
      let name = disposition.parameters["name"]
    else {
      throw FormError(reason: "each part must have Content-Disposition: form-data with a name")
    }
    guard disposition.parameters["filename"] == nil else {
      throw FormError(reason: "\(name): must not have a file name")
    }
    return FormPart(
      name: name, mediaType: type?.value, charset: type?.parameters["charset"]?.lowercased(),
      content: Array(bytes[(headEnd + separator.count)...]))
  }

  private static func firstIndex(
    of pattern: [UInt8], in bytes: some RandomAccessCollection<UInt8>, from start: Int
  ) -> Int? {
    bytes.withContiguousStorageIfAvailable { buffer -> Int? in
      // Slices keep the indices of their array; the buffer starts at 0.
      let offset = bytes.startIndex as? Int ?? 0
      var index = start - offset
      while index + pattern.count <= buffer.count {
        if buffer[index] == pattern[0],
          buffer[index..<(index + pattern.count)].elementsEqual(pattern)
        {
          return index + offset
        }
        index += 1
      }
      return nil
    } ?? nil
  }
}

/// One part of a `multipart/form-data` body.
struct FormPart: Equatable {
  let name: String
  /// The media type in lower case and without its parameters, as `text/plain`; nil if the part has none.
  let mediaType: String?
  /// The charset in lower case; nil if the part has none.
  let charset: String?
  let content: [UInt8]
}

struct FormError: Error, Equatable {
  let reason: String
}

/// A header value and its parameters, as in `form-data; name="x"`.
struct HeaderValue {
  /// The value in lower case.
  let value: String
  /// The parameters, with names in lower case and quotes removed.
  let parameters: [String: String]

  init(_ text: String) {
    var parameters: [String: String] = [:]
    var pieces = Self.split(text)[...]
    value = pieces.popFirst()?.trimmed.lowercased() ?? ""
    for piece in pieces {
      let name = piece.prefix { $0 != "=" }
      var value = piece.dropFirst(name.count + 1).trimmed
      if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
        value = String(value.dropFirst().dropLast())
      }
      parameters[name.trimmed.lowercased()] = value
    }
    self.parameters = parameters
  }

  /// Splits at semicolons outside quotes.
  private static func split(_ text: String) -> [Substring] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }
}
