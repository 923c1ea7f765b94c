/// Why a value was refused, and where: `cats[0].name`, expected string.
@usableFromInline package struct Invalid: Error, Equatable {
  /// Dotted members and bracketed indices from the outermost value, cut at 128 Unicode scalars; empty for
  /// that value itself.
  package private(set) var path: String
  /// What would have been right, as "string" or "one of \"text\", \"hex\"". Never the value that came.
  package let expected: String
  /// Nothing was given where something must be.
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
  /// The first 128 Unicode scalars, which is what errors show of a path: a client can make names of any
  /// length. The start of a path needs no more than the start of its end, so a path that is built from
  /// the inside out is cut at each step, and costs no more than its names.
  package var cutAsPath: String {
    guard utf8.count > 128 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(128)))
  }
}
