/// The rejection of a value, with its path: `cats[0].name`, expected string.
@usableFromInline package struct Invalid: Error, Equatable {
  /// The dotted members and bracketed indices from the outermost value, cut at 128 Unicode scalars; empty for
  /// the outermost value itself.
  package private(set) var path: String
  /// The expected value, such as "string" or "one of \"text\", \"hex\"". It never contains the actual value.
  package let expected: String
  /// True if a required value is missing.
  package let isMissing: Bool

  @usableFromInline package init(expected: String, path: String = "", isMissing: Bool = false) {
    self.expected = expected
    self.path = path.cutAsPath
    self.isMissing = isMissing
  }

  @usableFromInline package func inside(_ member: String) -> Invalid {
    var copy = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    copy.path = (member + separator + path).cutAsPath
    return copy
  }

  @usableFromInline package func inside(_ index: Int) -> Invalid { inside("[\(index)]") }
}

extension String {
  /// The first 128 Unicode scalars, the part of a path that errors show: a client can send names of any
  /// length. The start of a path needs only the start of its inner part. So a path that is built from the
  /// inside out is cut at each step, and costs no more than its names.
  package var cutAsPath: String {
    guard utf8.count > 128 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(128)))
  }
}
