/// The head of an HTTP request: its first line and its header lines.
struct RequestHead: Equatable {
  struct Field: Equatable {
    /// The name in lower case.
    let name: String
    let value: String
  }

  /// The longest head, with its empty line. Browsers send less than 2 KiB.
  static let maxBytes = 8 << 10
  /// The number of header lines.
  static let maxLines = 64

  let method: String
  let target: String
  var fields: [Field] = []

  /// Returns the values of all header lines with that name, given in lower case.
  func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Returns the elements of a header whose value is a list, which may be spread over several lines.
  func elements(of name: String) -> [String] {
    values(of: name).flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
    }
  }
}

/// A parser of the head of an HTTP request. It reads line by line as bytes arrive, so that other protocols are
/// refused early. It accepts one spelling of everything: header injection and smuggling need several.
struct RequestHeadParser {
  enum Step: Equatable {
    case incomplete
    /// A complete head, which ends before position `end`.
    case head(RequestHead, end: Int)
    case refused(HTTPRefusal)
  }

  private var head: RequestHead?
  private var lineStart = 0
  private var searched = 0

  /// Examines the bytes of the request from its first one on. Call it until it returns another step than
  /// `.incomplete`.
  mutating func next(in bytes: UnsafeRawBufferPointer) -> Step {
    guard let first = bytes.first else { return .incomplete }
    guard first.isTokenByte else {
      return .refused(.malformed("The first line is not that of an HTTP request."))
    }
    let visible = UnsafeRawBufferPointer(rebasing: bytes.prefix(RequestHead.maxBytes))
    while let end = visible[searched...].firstIndex(of: 0x0A) {
      guard end > lineStart, visible[end - 1] == 0x0D else {
        return .refused(.malformed("A line of the header must end with CR LF."))
      }
      let line = UnsafeRawBufferPointer(rebasing: visible[lineStart..<end - 1])
      if line.isEmpty, let head { return .head(head, end: end + 1) }
      if let refusal = take(line) { return .refused(refusal) }
      lineStart = end + 1
      searched = lineStart
    }
    searched = visible.count
    return visible.count < RequestHead.maxBytes
      ? .incomplete
      : .refused(.tooLarge("The header is longer than \(RequestHead.maxBytes) bytes."))
  }

  /// Reads a line. Returns the refusal of the request, or nil to read on.
  private mutating func take(_ line: UnsafeRawBufferPointer) -> HTTPRefusal? {
    guard head != nil else { return begin(line) }
    guard head?.fields.count != RequestHead.maxLines else {
      return .tooLarge("The header has more than \(RequestHead.maxLines) lines.")
    }
    guard line.first != 0x20, line.first != 0x09 else {
      return .malformed("A header line must not continue on the next line.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(\.isTokenByte)
    else { return .malformed("A header line must begin with a name and a colon.") }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      return .malformed("A header line must not contain control characters.")
    }
    head?.fields.append(
      RequestHead.Field(
        name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        value: String(decoding: value, as: UTF8.self).trimmed))
    return nil
  }

  private mutating func begin(_ line: UnsafeRawBufferPointer) -> HTTPRefusal? {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
      return .malformed("The first line is not that of an HTTP request.")
    }
    guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
      return .malformed("The protocol must be HTTP/1.1.")
    }
    guard parts[1].first == UInt8(ascii: "/"),
      parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else {
      return .malformed("The target must be a path that begins with a slash.")
    }
    head = RequestHead(
      method: String(decoding: parts[0], as: UTF8.self),
      target: String(decoding: parts[1], as: UTF8.self))
    return nil
  }
}

extension UInt8 {
  /// True for the bytes of a `token` of RFC 9110.
  var isTokenByte: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let end = utf8.reversed().drop(while: isBlank).count
    return String(decoding: utf8.prefix(end).drop(while: isBlank), as: UTF8.self)
  }
}
