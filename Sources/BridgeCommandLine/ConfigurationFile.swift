import JSONCodec
import System

/// The file of `--config`: a JSON object whose members are the flags of `serve` in camelCase. All its
/// problems are reported at once.
struct ConfigurationFile: Sendable {
  struct Problem: Sendable, Equatable {
    /// The path of the member, such as `limit.depth`; nil if the problem concerns the whole file.
    let member: String?
    let complaint: String

    var text: String { member.map { "\($0): \(complaint)" } ?? complaint }
  }

  let path: String
  /// The values of all members that have one, in the form of a command line.
  private(set) var values: [(flag: Flag, text: String)] = []
  private(set) var problems: [Problem] = []

  /// Parses the file. `limitComplaint` is the one of `CommandEnvironment`.
  init(path: String, bytes: [UInt8], limitComplaint: (String, Double) -> String?) {
    self.path = path
    guard let members = object(in: bytes) else { return }
    complain(ofDuplicatesIn: members)
    for member in members.members where !member.value.isNull {
      guard let flag = Self.flags.first(where: { $0.fileMember == member.key }) else {
        let near = Suggestion.text(for: member.key, among: Self.flags.compactMap(\.fileMember))
        complain(member.key, "unknown setting\(near)")
        continue
      }
      if flag.value == .assignment {
        takeLimits(member.value, flag, limitComplaint)
      } else if flag.isRepeatable {
        takeList(member.value, flag)
      } else if let text = text(of: member.value, for: flag, named: member.key) {
        values.append((flag, text))
      }
    }
  }

  /// The error that lists all problems, one per line; nil if there are none.
  var refusal: UsageError? {
    guard !problems.isEmpty else { return nil }
    return .configuration(problems.map { "\(path.inMessage): \($0.text)" }.joined(separator: "\n"))
  }

  func add(to settings: inout OptionValues) throws(UsageError) {
    if let refusal { throw refusal }
    for (flag, text) in values { try settings.add(flag, text, from: .file(path)) }
  }

  private static let flags = CommandName.serve.flags

  private mutating func complain(_ member: String?, _ complaint: String) {
    problems.append(Problem(member: member?.inMessage, complaint: complaint))
  }

  private mutating func object(in bytes: [UInt8]) -> JSONObject? {
    do {
      let value = try JSONParser.parse(bytes).value
      if let members = value.objectValue { return members }
      complain(nil, "must be a JSON object, got \(value.kindName)")
    } catch .malformed(let offset) {
      let line = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
      complain(nil, "not valid JSON at byte \(offset), in line \(line)")
    } catch {
      complain(nil, "too large, or nested too deeply")
    }
    return nil
  }

  private mutating func complain(ofDuplicatesIn members: JSONObject, at path: String = "") {
    var seen: Set<String> = []
    for key in members.keys where !seen.insert(key).inserted { complain(path + key, "given twice") }
  }

  private mutating func takeLimits(
    _ value: JSON, _ flag: Flag, _ limitComplaint: (String, Double) -> String?
  ) {
    let name = flag.fileMember ?? flag.name
    guard let limits = value.objectValue else { return complain(name, mustBe("an object", value)) }
    complain(ofDuplicatesIn: limits, at: name + ".")
    for limit in limits.members where !limit.value.isNull {
      let member = "\(name).\(limit.key)"
      guard let number = limit.value.numberValue else {
        complain(member, mustBe("a number", limit.value))
        continue
      }
      let text = "\(limit.key)=\(number.text)"
      if let complaint = ServeOptions.complaint(aboutLimit: text, limitComplaint) {
        complain(member, complaint)
      } else {
        values.append((flag, text))
      }
    }
  }

  private mutating func takeList(_ value: JSON, _ flag: Flag) {
    let name = flag.fileMember ?? flag.name
    guard let elements = value.arrayValue else {
      return complain(name, mustBe("an array of strings", value))
    }
    for (index, element) in elements.enumerated() {
      if let text = text(of: element, for: flag, named: "\(name)[\(index)]") {
        values.append((flag, text))
      }
    }
  }

  private mutating func text(of value: JSON, for flag: Flag, named name: String) -> String? {
    let text: String
    switch (flag.value, value) {
    case (.yesOrNo, .bool(let isOn)): text = isOn ? "true" : "false"
    case (.integer, .number(let number)): text = number.text
    case (.file, .string(let path)), (.directory, .string(let path)):
      guard !path.hasPrefix("~") else {
        complain(name, "~ is not expanded here; write the full path, got \(value.text.inMessage)")
        return nil
      }
      text = besideTheFile(path)
    case (.text, .string(let given)), (.choice, .string(let given)),
      (.loopback, .string(let given)), (.origin, .string(let given)),
      (.proxy, .string(let given)):
      text = given
    case (.yesOrNo, _):
      complain(name, mustBe("true or false", value))
      return nil
    case (.integer, _):
      complain(name, mustBe("a number", value))
      return nil
    default:
      complain(name, mustBe("a string", value))
      return nil
    }
    guard let complaint = flag.complaint(about: text) else { return text }
    complain(name, flag.mayBeSecret ? complaint : "\(complaint), got \(value.text.inMessage)")
    return nil
  }

  private func mustBe(_ expected: String, _ value: JSON) -> String {
    "must be \(expected), got \(value.kindName)"
  }

  /// Resolves a relative path against the directory of the file, independent of the working directory.
  private func besideTheFile(_ relative: String) -> String {
    guard !relative.hasPrefix("/"), !relative.isEmpty, path.contains("/") else { return relative }
    let directory = path.parentDirectory
    return (directory == "/" ? "" : directory) + "/" + relative
  }
}
