import AltcraftMethods
import JSONCodec
import ReferencePages

extension ManualPage {
  /// The methods, messages, types and errors that the pages describe.
  static let reference = Reference(version: BridgeVersion.current)

  /// Makes the page altcraft-bridge-METHOD(3).
  init(method name: String) {
    guard let entry = Self.reference.groups.flatMap(\.methods).first(where: { $0.name == name })
    else {
      preconditionFailure("\(name) is not a method")
    }
    self.init(
      name: "altcraft-bridge-\(name)", chapter: 3,
      summary: entry.summary.replacing("`", with: ""),
      sections: [
        Section("SYNOPSIS", [.paragraph(Self.synopsis(entry))]),
        Section("DESCRIPTION", Self.description(entry)),
        Section("PARAMETERS", Self.parameters(entry)),
        Section("RESULT", Self.result(entry)),
        Section("ERRORS", Self.errors(entry)),
        Section("EXAMPLES", entry.examples.filter { !$0.isRefusal }.flatMap(Self.example)),
        Section("SEE ALSO", [.paragraph("altcraft-bridge-call(1), altcraft-bridge-protocol(5)")]),
      ])
  }

  /// Makes the page of a notification or a callback.
  init(message name: String) {
    let entries = Self.reference.callbacks + Self.reference.notifications
    guard let entry = entries.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not a message of the bridge")
    }
    self.init(
      name: "altcraft-bridge-\(name)", chapter: 3,
      summary: entry.summary.replacing("`", with: ""),
      sections: [
        Section("DESCRIPTION", Self.description(entry)),
        Section("PARAMETERS", Self.parameters(entry)),
        Section("RESULT", Self.result(entry)),
        Section("SEE ALSO", [.paragraph("altcraft-bridge-protocol(5)")]),
      ])
  }

  private static func parameters(_ entry: Reference.Entry) -> [Block] {
    entry.parameters.map { member($0, containing: members(of: $0.type)) }
  }

  private static func synopsis(_ entry: Reference.Entry) -> String {
    let names = entry.parameters.filter { !$0.path.contains(".") }.map {
      $0.isRequired ? "\($0.path)=⟨VALUE⟩" : "[\($0.path)=⟨VALUE⟩]"
    }
    return (["`altcraft-bridge call \(entry.name)`"] + names).joined(separator: " ")
  }

  private static func description(_ entry: Reference.Entry) -> [Block] {
    var texts = [entry.details]
    if entry.isDurable { texts.append("Durable: the call is answered when its job is on disk.") }
    if entry.isForObservers { texts.append("A connection with the role observer may call it.") }
    if !entry.aliases.isEmpty { texts.append("Also called \(list(entry.aliases)).") }
    if !entry.events.isEmpty { texts.append("Events: \(list(entry.events)).") }
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.split(separator: "\n\n").map { .paragraph(String($0)) }
  }

  /// Describes the members of the types that a type names, and those of their types, down to `levels`. `known` are the
  /// types that contain this one.
  private static func members(
    of type: TypeDescription, inside known: [String] = [], levels: Int = .max
  ) -> [Block] {
    guard levels > 0 else { return [] }
    let shapes = reference.types.filter {
      type.shapes.contains($0.name) && !known.contains($0.name)
    }
    return shapes.flatMap { shape -> [Block] in
      let known = known + [shape.name]
      if let alternatives = shape.type {
        return members(of: alternatives, inside: known, levels: levels)
      }
      let blocks = shape.members.map {
        member($0, containing: members(of: $0.type, inside: known, levels: levels - 1))
      }
      guard shapes.count > 1 else { return blocks }
      let summary: [Block] = shape.summary.isEmpty ? [] : [.paragraph(shape.summary.sentence)]
      return [.entry("`\(shape.name)`", summary + blocks)]
    }
  }

  private static func result(_ entry: Reference.Entry) -> [Block] {
    guard let result = entry.result else { return [] }
    return [.paragraph(result.plain.sentence)] + members(of: result, levels: 2)
  }

  private static func errors(_ entry: Reference.Entry) -> [Block] {
    reference.errors.filter { entry.failures.contains($0.reason) }.map { error in
      let text = [error.guide.when, error.guide.advice].joined(separator: " ")
      return .entry("`\(error.code)` \(error.reason)", [.paragraph(text)])
    }
  }

  private static func example(_ example: Reference.Exchange) -> [Block] {
    var lines = [example.command]
    if let result = example.answer?["result"] { lines.append(result.text) }
    return [.paragraph(example.title.sentence.dropLast() + ":"), .lines(lines)]
  }
}

extension Reference.Exchange {
  fileprivate var isRefusal: Bool { answer?["error"] != nil }
}
