/// The characters around a token or an address that were copied with it. No token contains them.
package enum TextSurplus: Sendable, Hashable {
  case lineEnd, byteOrderMark, scheme, space, quotes

  package init?(_ text: String) {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return nil
    }
    switch (first, last) {
    case (_, "\n"), (_, "\r"): self = .lineEnd
    case ("\u{FEFF}", _): self = .byteOrderMark
    case (" ", _), ("\t", _), ("\n", _), ("\r", _), (_, " "), (_, "\t"): self = .space
    case ("\"", "\""), ("'", "'"): self = .quotes
    default:
      guard text.prefix(7).lowercased() == "bearer " else { return nil }
      self = .scheme
    }
  }

  /// The end of a sentence about the text. It does not repeat the text.
  package var complaint: String {
    switch self {
    case .lineEnd: "ends with a line end; remove it, or read the file without it"
    case .byteOrderMark: "begins with a byte order mark; remove it, or read the file without it"
    case .scheme: "begins with 'Bearer '; pass only what follows"
    case .space: "begins or ends with a space; remove it"
    case .quotes: "is in quotation marks; pass it without them"
    }
  }
}
