/// A setting with its three sources: the command line, the environment and the configuration file. Parsing,
/// help and completion are all derived from values of this type.
package struct Flag: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    /// A switch; `--flag=false` overrides the environment or the file.
    case yesOrNo
    case text(String)
    case file
    case directory
    /// The URL of a proxy, or nothing for none.
    case proxy
    case choice([String])
    /// A decimal integer within the range.
    case integer(String, ClosedRange<Int>)
    /// `127.0.0.1:PORT` or `[::1]:PORT`.
    case loopback
    /// `NAME=VALUE`; may be given more than once.
    case assignment
    /// The origin of a page; may be given more than once.
    case origin
  }

  /// The name without the dashes.
  let name: String
  let value: Value
  let doc: String
  /// The default value; nil if there is none or if it has no short description.
  let defaultValue: String?
  private let shownExample: String?
  private let environmentPrefix: String
  private let isInEnvironment: Bool
  private let isInFile: Bool

  init(
    _ name: String, _ value: Value, _ doc: String, defaultValue: String? = nil,
    example: String? = nil, environmentPrefix: String = "", isInEnvironment: Bool = true,
    isInFile: Bool = true
  ) {
    self.name = name
    self.value = value
    self.doc = doc
    self.defaultValue = defaultValue
    shownExample = example
    self.environmentPrefix = environmentPrefix
    self.isInEnvironment = isInEnvironment
    self.isInFile = isInFile
  }

  /// The variable; nil for a flag that a variable of the shell must not set.
  package var environmentVariable: String? {
    isInEnvironment ? "ALTCRAFT_BRIDGE_" + environmentPrefix + name.upperSnakeCase : nil
  }

  /// The member of the configuration file; nil for a flag that makes no sense inside the file, such as the
  /// file's own path.
  var fileMember: String? { isInFile ? name.camelCase : nil }

  /// The flag as help prints it, such as `--data-dir DIR`.
  var usage: String {
    guard let placeholder else { return "--\(name)" }
    return "--\(name) \(placeholder)"
  }

  /// An example value, for an error message about a missing one.
  var example: String {
    if let shownExample { return shownExample }
    return switch value {
    case .yesOrNo: "true"
    case .text(let placeholder): placeholder
    case .file, .directory: "./\(name)"
    case .choice(let choices): choices[0]
    case .integer(_, let range): String(range.lowerBound)
    case .proxy: "http://127.0.0.1:3128"
    case .loopback: "127.0.0.1:8091"
    case .assignment: "inFlight=32"
    case .origin: WebOrigin.example
    }
  }

  /// True if a value may have a password, and must not be repeated in a message.
  var mayBeSecret: Bool { value == .proxy }

  var isRepeatable: Bool { value == .assignment || value == .origin }

  var placeholder: String? {
    switch value {
    case .yesOrNo: nil
    case .text(let placeholder), .integer(let placeholder, _): placeholder
    case .file: "FILE"
    case .directory: "DIR"
    case .proxy: "URL"
    case .choice(let choices): choices.joined(separator: "|")
    case .loopback: "127.0.0.1:PORT"
    case .assignment: "NAME=VALUE"
    case .origin: "ORIGIN"
    }
  }

  /// Returns the problem of `text` as a value of this flag; nil if it is valid.
  func complaint(about text: String) -> String? {
    switch value {
    case .yesOrNo: Flag.truth(text) == nil ? "must be true or false" : nil
    case .text, .file, .directory: text.isEmpty ? "must not be empty" : nil
    case .proxy: ProxyURL.complaint(about: text)
    case .choice(let choices):
      choices.contains(text) ? nil : "must be " + Flag.alternatives(choices)
    case .integer(_, let range):
      Int(decimal: text).map(range.contains) == true
        ? nil : "must be an integer from \(range.lowerBound) to \(range.upperBound)"
    case .loopback:
      LoopbackAddress(text) == nil ? "must be 127.0.0.1:PORT or [::1]:PORT" : nil
    case .assignment: Assignment(text) == nil ? "must be NAME=VALUE" : nil
    case .origin: WebOrigin.complaint(about: text)
    }
  }

  private static func alternatives(_ choices: [String]) -> String {
    choices.count < 3
      ? choices.joined(separator: " or ") : "one of " + choices.joined(separator: ", ")
  }

  static func truth(_ text: String) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}

/// A pair `NAME=VALUE`, split at the first equals sign. The value may be empty; the name must not.
struct Assignment: Sendable, Equatable {
  let name: String
  let value: String

  init?(_ text: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex
    else { return nil }
    name = String(text[..<equals])
    value = String(text[text.utf8.index(after: equals)...])
  }
}

extension Int {
  /// Accepts digits only: `Int("+1")` is a number in Swift, but not a valid port elsewhere.
  package init?(decimal text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(text)
  }
}

extension String {
  fileprivate var upperSnakeCase: String {
    String(
      decoding: utf8.map { byte in
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "_")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
        default: byte
        }
      }, as: UTF8.self)
  }

  fileprivate var camelCase: String {
    let words = split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
