/// Why a value was refused, and where: `cats[0].name`, expected string.
@usableFromInline package struct Invalid: Error, Equatable {
  /// Dotted members and bracketed indices from the outermost value; empty for that value itself.
  package private(set) var path: String
  /// What would have been right, as "string" or "one of \"text\", \"hex\"". Never the value that came.
  package let expected: String
  /// Nothing was given where something must be.
  package let isMissing: Bool

  @usableFromInline package init(expected: String, path: String = "", isMissing: Bool = false) {
    self.expected = expected
    self.path = path
    self.isMissing = isMissing
  }

  @usableFromInline package func inside(_ member: String) -> Invalid {
    var copy = self
    copy.path = path.isEmpty || path.hasPrefix("[") ? member + path : member + "." + path
    return copy
  }

  @usableFromInline package func inside(_ index: Int) -> Invalid {
    var copy = self
    copy.path = path.isEmpty || path.hasPrefix("[") ? "[\(index)]" + path : "[\(index)]." + path
    return copy
  }
}
