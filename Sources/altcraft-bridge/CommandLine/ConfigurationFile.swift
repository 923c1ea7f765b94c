import JSONCodec

/// The file of `--config`: a JSON object whose members are the flags of `serve` in camelCase.
struct ConfigurationFile: Sendable {
  let path: String
  let members: JSONObject

  init(path: String, bytes: [UInt8]) throws(UsageError) {
    let parsed: ParsedJSON
    do {
      parsed = try JSONParser.parse(bytes)
    } catch .malformed(let offset) {
      throw .configuration("\(path): not valid JSON at byte \(offset)")
    } catch {
      throw .configuration("\(path): too large or too deep for a configuration")
    }
    guard let members = parsed.value.objectValue else {
      throw .configuration("\(path): must be a JSON object, got \(parsed.value.kindName)")
    }
    if let key = members.duplicateKey {
      throw .configuration("\(path): \(key): given twice")
    }
    self.path = path
    self.members = members
  }

  /// The values of all members in the form a command line would give them. Null means not given.
  func add(to settings: inout Settings) throws(UsageError) {
    for member in members.members where !member.value.isNull {
      guard let flag = settings.command.flags.first(where: { $0.fileMember == member.key }) else {
        throw .configuration("\(path): unknown member \"\(member.key)\"")
      }
      for text in try texts(of: member.value, for: flag, named: member.key) {
        try settings.add(flag, text, from: .file(path))
      }
    }
  }

  private func texts(of value: JSON, for flag: Flag, named name: String) throws(UsageError)
    -> [String]
  {
    switch (flag.value, value) {
    case (.yesOrNo, .bool(let isOn)): return [isOn ? "true" : "false"]
    case (.integer, .number(let number)): return [number.text]
    case (.assignment, .object(let limits)):
      return try limits.members.map { (limit) throws(UsageError) in
        guard let number = limit.value.numberValue else {
          throw expected("a number", limit.value, at: "\(name).\(limit.key)")
        }
        return "\(limit.key)=\(number.text)"
      }
    case (.text, .string(let text)), (.file, .string(let text)), (.directory, .string(let text)),
      (.choice, .string(let text)), (.loopback, .string(let text)):
      return [text]
    case (.yesOrNo, _): throw expected("a boolean", value, at: name)
    case (.integer, _): throw expected("a number", value, at: name)
    case (.assignment, _): throw expected("an object", value, at: name)
    default: throw expected("a string", value, at: name)
    }
  }

  private func expected(_ expected: String, _ value: JSON, at name: String) -> UsageError {
    .configuration("\(path): \(name): must be \(expected), got \(value.kindName)")
  }
}
