/// A `multipart/form-data` body as a value: parts in the order they were added, without file names.
package struct MultipartForm: Sendable, Equatable {
  /// The content of a part, which also determines its content type.
  package enum Content: Sendable, Equatable {
    /// `text/plain; charset=utf-8`
    case text(String)
    /// `application/json; charset=utf-8`; the bytes must already be JSON.
    case json([UInt8])
  }

  private struct Part: Sendable, Equatable {
    let name: String
    let content: Content
  }

  private var parts: [Part] = []

  package init() {}

  /// Adds a part. `name` is a constant of this program: it must need no quoting.
  package mutating func add(_ name: String, _ content: Content) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") },
      "a part's name must be printable ASCII without quotes")
    parts.append(Part(name: name, content: content))
  }

  /// Encodes the body with the first of the offered boundaries that no part contains. Callers usually offer
  /// `MultipartBoundary.random`, of which a second one is never needed.
  package func encoded(boundary offer: () -> MultipartBoundary) -> Encoded {
    var boundary = offer()
    while parts.contains(where: { $0.content.contains(boundary.text) }) { boundary = offer() }

    var body: [UInt8] = []
    for part in parts {
      body += "--\(boundary.text)\r\n".utf8
      body += "Content-Disposition: form-data; name=\"\(part.name)\"\r\n".utf8
      body += "Content-Type: \(part.content.type)\r\n\r\n".utf8
      body += part.content.bytes
      body += "\r\n".utf8
    }
    body += "--\(boundary.text)--\r\n".utf8
    return Encoded(
      contentType: "multipart/form-data; boundary=\(boundary.text)", body: body)
  }

  /// The parts of the request: the value of `Content-Type`, and the body.
  package struct Encoded: Sendable, Equatable {
    package let contentType: String
    package let body: [UInt8]
  }
}

/// The separator of the parts of a form: `Boundary-` and 128 bits in hexadecimal.
package struct MultipartBoundary: Sendable, Equatable {
  package let text: String

  package init(_ high: UInt64, _ low: UInt64) {
    text = "Boundary-" + Self.hexadecimal(high) + Self.hexadecimal(low)
  }

  package static func random() -> MultipartBoundary {
    var generator = SystemRandomNumberGenerator()
    return MultipartBoundary(generator.next(), generator.next())
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension MultipartForm.Content {
  fileprivate var type: String {
    switch self {
    case .text: "text/plain; charset=utf-8"
    case .json: "application/json; charset=utf-8"
    }
  }

  fileprivate var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .json(let bytes): bytes
    }
  }

  /// Returns whether the content contains the boundary. Searching for the boundary alone, not for its whole
  /// line, is stricter and simpler.
  fileprivate func contains(_ boundary: String) -> Bool {
    let wanted = Array(boundary.utf8)
    let bytes = bytes
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
