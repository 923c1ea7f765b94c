import BridgeCommandLine
import JSONCodec
import System

/// The `call` command: makes one call and prints its result to standard output or its error to standard
/// error.
enum CallCommand {
  static func run(_ options: CallOptions) -> ExitStatus {
    CommandFailure.reported { () throws(CommandFailure) in
      let session = try BridgeSession.open(options.destination)
      defer { session.close() }
      let result = try session.call(options.method, options.params)
      StandardOutput.painted(try ResultText.text(result, options.field, Terminal.output))
    }
  }
}

/// The format of a printed result: one line of JSON for a program, several lines for a person.
enum ResultText {
  /// Returns the whole text with its last newline. Throws if the field does not exist.
  static func text(_ result: JSON, _ field: String?, _ terminal: Terminal) throws(CommandFailure)
    -> String
  {
    guard let field else { return json(result, terminal) }
    let value = try member(field, of: result)
    guard let text = value.stringValue else { return json(value, terminal) }
    let shown = terminal.isTerminal ? text.visible : text
    return shown.hasSuffix("\n") ? shown : shown + "\n"
  }

  private static func json(_ value: JSON, _ terminal: Terminal) -> String {
    (terminal.isTerminal ? PrettyJSON(style: terminal.style).text(value) : value.text) + "\n"
  }

  /// Selects a member by name, a nested member by names with dots between, or a list item by its index from
  /// 0.
  private static func member(_ field: String, of result: JSON) throws(CommandFailure) -> JSON {
    if let value = result[field] { return value }
    var value = result
    for name in field.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let next = value[name] ?? Int(decimal: name).flatMap({ element($0, of: value) }) else {
        throw .ours("--field \(field.inMessage): \(missing(name.inMessage, from: value))")
      }
      value = next
    }
    return value
  }

  private static func element(_ index: Int, of value: JSON) -> JSON? {
    guard let elements = value.arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  private static func missing(_ name: String, from value: JSON) -> String {
    guard let object = value.objectValue else {
      return
        "\(name) cannot be selected from \(value.kindName); "
        + "omit --field to see the whole result"
    }
    return "the result has no member \(name); it has "
      + object.keys.map(\.inMessage).joined(separator: ", ")
  }
}
