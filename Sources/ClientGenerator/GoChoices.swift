import JSONCodec

/// The types of texts with a fixed set of values. Texts with the same values have one type.
struct GoChoices {
  struct Choice {
    let name: String
    let values: [String]
    let comment: String
  }

  let all: [Choice]
  private let names: [[String]: String]

  init(of model: APIModel) {
    let owners: [(name: String, fields: [APIField])] =
      model.types.map { type in
        if case .record(let fields) = type.type { (type.name, fields) } else { (type.name, []) }
      }
      + (model.methods + model.callbacks).map { ($0.name, $0.parameters) }
    var uses: [(owner: String, field: String, values: [String])] = []
    for owner in owners {
      for field in owner.fields {
        guard let values = field.type.unwrapped.values, values.count > 1 else { continue }
        uses.append((owner.name, field.name, values))
      }
    }
    let taken = Set(model.types.map(\.name.goName))
    let usesOfValues = Dictionary(grouping: uses, by: \.values)
    let valuesOfField = Dictionary(grouping: uses, by: \.field).mapValues { Set($0.map(\.values)) }
    var found: [Choice] = []
    var names: [[String]: String] = [:]
    for type in model.describedTypes where type.type.isChoice {
      guard let values = type.type.values else { continue }
      names[values] = type.name.goName
      found.append(
        Choice(
          name: type.name.goName, values: values,
          comment: "\(type.name.goName) is \(type.summary.decapitalized.sentence)"))
    }
    for first in uses where names[first.values] == nil {
      let same = usesOfValues[first.values] ?? []
      let field = first.field.goName
      let isOfField =
        same.count > 1 && !taken.contains(field)
        && same.allSatisfy { $0.field == first.field }
        && valuesOfField[first.field]?.count == 1
      let owner = first.owner.goName
      let name = isOfField ? field : owner.hasSuffix(field) ? owner : owner + field
      names[first.values] = name
      found.append(
        Choice(
          name: name, values: first.values,
          comment: "\(name) is the type of "
            + (isOfField ? [first.field] : same.map { "\($0.owner).\($0.field)" })
            .listed(with: "and") + "."))
    }
    all = found
    self.names = names
  }

  func name(of values: [String]) -> String { names[values] ?? "string" }
}

/// A line of a declaration. gofmt aligns its columns with those of its neighbours.
struct GoMember {
  var summary = ""
  let name: String
  let type: String
  let tag: String
}

extension CodeBuilder {
  /// Adds a comment on the code that follows. Adds nothing if there is no text.
  mutating func comment(_ paragraphs: String...) {
    for (index, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { add("//") }
      for line in paragraph.wrapped(to: room(of: 97)) { add("// \(line)") }
    }
  }

  mutating func align(_ members: [GoMember]) {
    let names = members.map(\.name.count).max() ?? 0
    let types = members.map(\.type.count).max() ?? 0
    for member in members {
      let name = member.name.padded(to: names)
      add(
        member.tag.isEmpty
          ? "\(name) \(member.type)" : "\(name) \(member.type.padded(to: types)) \(member.tag)")
    }
  }

  /// Adds a function, or the type of a function if there is no body, on several lines if one is too short.
  mutating func signature(
    _ opening: String, _ parameters: [(name: String, type: String)], _ result: String,
    _ body: ((inout CodeBuilder) -> Void)? = nil
  ) {
    var texts: [String] = []
    for (index, parameter) in parameters.enumerated() {
      let isLast =
        index + 1 == parameters.count || parameters[index + 1].type != parameter.type
      texts.append(isLast ? "\(parameter.name) \(parameter.type)" : parameter.name)
    }
    let given = texts.joined(separator: ", ")
    let isShort = opening.count + given.count + result.count + 5 <= room()
    if !isShort { block("\(opening)(", nil) { code in code.add(given + ",") } }
    let last = isShort ? "\(opening)(\(given)) \(result)" : ") \(result)"
    if let body { block(last + " {", "}", body) } else { add(last) }
  }
}

extension DataType {
  /// The texts of a choice, of any kind.
  var values: [String]? {
    switch self {
    case .choice(let values), .openChoice(let values): values
    default: nil
    }
  }

  var isChoice: Bool { if case .choice = self { true } else { false } }

  var isConstant: Bool {
    if case .constant = self { true } else { constantText != nil }
  }

  var constantText: String? {
    switch self {
    case .constant(.string(let text)): text
    case .choice(let texts): texts.count == 1 ? texts[0] : nil
    default: nil
    }
  }
}

extension [String] {
  /// Joins the texts: `A, B and C`.
  func listed(with word: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) \(self[count - 1])"
  }
}

extension Function {
  var hasOptions: Bool { parameters.contains { !$0.isRequired } }

  var optionsName: String { name.goName + "Options" }
}

extension ErrorKind {
  var goName: String {
    let name = reason.goName
    return name.hasSuffix("Error") ? name : name + "Error"
  }
}

extension String {
  /// The words that Go writes in upper case throughout.
  private static let initialisms: Set = [
    "api", "apns", "cc", "fcm", "hms", "http", "id", "iid", "ios", "json", "jwt", "nse", "os",
    "pid",
    "rpc", "sdk", "sid", "sms", "tcp", "uid", "uri", "url", "utm",
  ]

  private static let keywords: Set = [
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for",
    "func", "go", "goto", "if", "import", "interface", "map", "package", "range", "return",
    "select",
    "struct", "switch", "type", "var",
  ]

  private var words: [String] {
    split { !$0.isLetter && !$0.isNumber }
      .flatMap { String($0).snakeCase.split(separator: "_").map(String.init) }
  }

  /// The exported name: `outbox.get` → `OutboxGet`, `clickUrl` → `ClickURL`.
  var goName: String {
    words.map { Self.initialisms.contains($0) ? $0.uppercased() : $0.capitalizedFirst }.joined()
  }

  /// The name of a parameter: `messageUID` → `messageUID`, `type` → `type_`.
  var goParameter: String {
    let name = (words.first ?? "") + words.dropFirst().joined(separator: "_").goName
    return Self.keywords.contains(name) ? name + "_" : name
  }

  /// The text with its first character in lower case: `A word` → `a word`. A word in upper case stays.
  var decapitalized: String {
    guard let second = dropFirst().first, !second.isUppercase else { return self }
    return prefix(1).lowercased() + dropFirst()
  }

  /// The predicate in the comment of a function: `Subscribes the device` → `subscribes the device`,
  /// `The token` → `answers the token`.
  var predicate: String {
    let verb = prefix { $0 != " " }
    return (verb.hasSuffix("s") ? "" : "answers ") + decapitalized.sentence
  }

  /// The text with a full stop at its end.
  var sentence: String {
    last.map { ".!?".contains($0) } ?? true ? self : self + "."
  }

  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: width - count)
  }
}
