extension String {
  /// The text with some characters as JSON escapes: control characters except tab and newline, which a
  /// terminal would interpret, and characters that change the direction of text or have no width.
  package var visible: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isVisible {
        shown.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() { shown += "\\u" + hexadecimal(unit) }
      }
    }
    return shown
  }

  /// The text of an argument, a file name or a setting as an error repeats it: cut at 1024 Unicode scalars and on one
  /// line, with control and invisible characters escaped. An empty text is quoted.
  package var inMessage: String {
    if isEmpty { return "\"\"" }
    guard utf8.count > 1024 else { return visible.replacing("\n", with: "\\u000a") }
    let cut = String(String.UnicodeScalarView(unicodeScalars.prefix(1024)))
    return cut.visible.replacing("\n", with: "\\u000a") + (utf8.count > cut.utf8.count ? "…" : "")
  }
}

private func hexadecimal(_ unit: UInt16) -> String {
  let digits = String(unit, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}

extension Unicode.Scalar {
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control: self == "\t" || self == "\n"
    case .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
