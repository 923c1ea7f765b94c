/// The rejection of a value, with its path: `cats[0].name`, expected string.
@usableFromInline package struct Invalid: Error, Equatable {
  /// The fault of the value.
  @usableFromInline package enum Problem: Equatable, Sendable {
    /// A required value is missing.
    case missing
    /// The value is not the expected one. `found` describes it if its type is wrong: "the number 1".
    case mismatch(found: String?)
    /// The object has no member of that name. `known` lists its members.
    case unknown(name: String, known: [String])
    /// The member occurs more than once in its object.
    case repeated
    /// The array of parameters has more elements than the method has parameters.
    case excess
  }

  /// The dotted members and bracketed indices from the outermost value, cut at 128 Unicode scalars; empty for
  /// the outermost value itself.
  package private(set) var path: String
  /// The expected value, such as "string" or "one of \"text\", \"hex\"". It never contains the actual value.
  package let expected: String
  package private(set) var problem: Problem

  @usableFromInline package init(
    expected: String, path: String = "", _ problem: Problem = .mismatch(found: nil)
  ) {
    self.expected = expected
    self.path = path.cutAsPath
    self.problem = problem
  }

  /// Creates the rejection of a value of another type.
  @usableFromInline package init(expected: String, found value: JSON) {
    self.init(expected: expected, .mismatch(found: value.description))
  }

  /// Creates the rejection of a value where a string is expected: another type, or a string that breaks a
  /// rule, which is not described.
  @usableFromInline package init(expected: String, foundForString value: JSON) {
    self.init(
      expected: expected, .mismatch(found: value.stringValue == nil ? value.description : nil))
  }

  /// Creates the rejection of a member that an object does not have. `expected` lists the known ones if
  /// omitted.
  package init(unknown name: String, among known: [String], expected: String? = nil) {
    self.init(
      expected: expected ?? "one of " + known.joined(separator: ", "), path: name,
      .unknown(name: name.cutAsPath, known: known))
  }

  @usableFromInline package func inside(_ member: String) -> Invalid {
    var copy = self
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    copy.path = (member + separator + path).cutAsPath
    return copy
  }

  @usableFromInline package func inside(_ index: Int) -> Invalid { inside("[\(index)]") }

  /// The same rejection without the digits of a number that was found.
  @usableFromInline package var withoutValue: Invalid {
    guard case .mismatch(let found?) = problem, found.hasPrefix(JSON.numberPrefix) else {
      return self
    }
    var copy = self
    copy.problem = .mismatch(found: "a number")
    return copy
  }
}

extension Invalid {
  static let nonEmptyString = "string that is not empty"

  /// The expected value with its article: "a non-empty string", "an integer from 1 to 10".
  package var expectedPhrase: String {
    if expected == Self.nonEmptyString { return "a non-empty string" }
    return switch expected.prefix(while: \.isLetter) {
    case "string", "boolean", "number", "time", "push": "a " + expected
    case "integer", "object", "array": "an " + expected
    default: expected
    }
  }
}

extension JSON {
  fileprivate static let numberPrefix = "the number "

  /// The type of the value; short numbers are shown. A longer one could be a phone number or a token.
  fileprivate var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number):
      number.text.utf8.count <= 6 ? Self.numberPrefix + number.text : "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension String {
  /// The first 128 Unicode scalars, the part of a path that errors show: a client can send names of any
  /// length. The start of a path needs only the start of its inner part. So a path that is built from the
  /// inside out is cut at each step, and costs no more than its names.
  package var cutAsPath: String {
    guard utf8.count > 128 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(128)))
  }

  /// The name or path as a message repeats it: cut, and quoted if it is empty.
  package var nameInMessage: String { isEmpty ? "\"\"" : cutAsPath }
}
