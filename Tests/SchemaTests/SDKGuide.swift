import AltcraftEngine
import AltcraftMethods

/// The generated parts of the guide "Coming from the Altcraft SDK", as Markdown. Each stands between two comments of
/// the page, `<!-- begin NAME -->` and `<!-- end NAME -->`.
enum SDKGuide {
  static let parts = [
    "functions": table(
      ["In the SDK", "Here", "Parameters"], rows { $0.method != nil && !isCallback($0) }),
    "callbacks": table(
      ["In the SDK", "The bridge calls", "Register with", "Parameters"],
      SDKFunctions.all.filter(isCallback).map(callbackRow)),
    "types": table(["In the SDK", "Here", "Difference"], types),
    "absent": table(["In the SDK", "Reason for no counterpart"], absent),
    "ports": table(["React Native", "Flutter", "Here"], ports),
    "foreign": table(["On the pages", "Part of"], foreign),
    "events": table(["Code", "Older code", "Name", "Type", "Here"], events),
  ]

  /// Returns the page with its generated parts written again. Throws for a part without its two comments.
  static func written(_ page: String) throws -> String {
    var page = page
    for (name, text) in parts.sorted(by: { $0.key < $1.key }) {
      let (begin, end) = ("<!-- begin \(name) -->\n", "<!-- end \(name) -->")
      guard let first = page.firstRange(of: begin), let last = page.firstRange(of: end),
        first.upperBound <= last.lowerBound
      else { throw MissingPart(name: name) }
      page.replaceSubrange(first.upperBound..<last.lowerBound, with: "\n\(text)\n\n")
    }
    return page
  }

  struct MissingPart: Error { let name: String }

  private static let portPages: Set = [["rn"], ["flutter"]]

  private static func isCallback(_ function: SDKFunction) -> Bool {
    if case .callback = function.counterpart { true } else { false }
  }

  private static func rows(where isWanted: (SDKFunction) -> Bool) -> [[String]] {
    SDKFunctions.all.filter { isWanted($0) && !portPages.contains($0.pages) }.map { function in
      [names(function), function.method.map(code) ?? "", uses(function)]
    }
  }

  private static func callbackRow(_ function: SDKFunction) -> [String] {
    guard case .callback(let name, registeredBy: let setter) = function.counterpart else {
      return []
    }
    return [names(function), code(name), code(setter), uses(function)]
  }

  private static var absent: [[String]] {
    SDKFunctions.all.compactMap { function in
      guard case .none(let reason) = function.counterpart else { return nil }
      return [names(function), sentence(reason)]
    }
  }

  private static var types: [[String]] {
    SDKType.all.map { type in
      [
        type.names.map(code).joined(separator: ", "),
        type.counterparts.isEmpty ? "–" : type.counterparts.map(code).joined(separator: ", "),
        type.difference.map(sentence) ?? "",
      ]
    }
  }

  /// One row for each method: the other SDKs name their functions alike.
  private static var ports: [[String]] {
    let functions = SDKFunctions.all.filter { portPages.contains($0.pages) && $0.method != nil }
    let methods = functions.compactMap(\.method)
    return Set(methods).sorted().map { method in
      let name = functions.flatMap(\.names).filter { $0.hasSuffix("." + method) }
      return ["ReactNative.", "Flutter."].map { prefix in
        name.contains(prefix + method) ? code(method) : "–"
      } + [code(served(method))]
    }
  }

  /// Returns the method behind an alias.
  private static func served(_ name: String) -> String {
    Catalog.methods.first { $0.name == name || $0.aliases.contains(name) }?.name ?? name
  }

  private static var foreign: [[String]] {
    Dictionary(grouping: SDKFunctions.foreign) { $0.value }.sorted { $0.key < $1.key }
      .map { owner, names in
        [names.map(\.key).sorted().map(code).joined(separator: ", "), owner]
      }
  }

  private static var events: [[String]] {
    EventCatalog.entries.map { event in
      [
        String(event.code.rawValue), event.legacyCode.map(String.init) ?? "–", code(event.name),
        event.kind.rawValue,
        event.isEmitted ? "yes" : "never: " + (event.note ?? ""),
      ]
    }
  }

  private static func names(_ function: SDKFunction) -> String {
    function.names.map(code).joined(separator: ", ")
  }

  private static func uses(_ function: SDKFunction) -> String {
    let uses = function.parameters.sorted { $0.key < $1.key }.map { name, use in
      switch use {
      case .parameters(let paths) where paths == [name]: code(name)
      case .parameters(let paths):
        "\(code(name)) is \(paths.map(code).joined(separator: " and "))"
      case .answer: "\(code(name)) is the \(isCallback(function) ? "answer" : "result")"
      case .events: "\(code(name)) is the notification `event`"
      case .none(let reason): "\(code(name)) is not needed: \(reason)"
      }
    }
    let constants = function.constants.sorted { $0.key < $1.key }.map { name, value in
      "\(code(name)) is \(code(value))"
    }
    return (constants + uses).joined(separator: "; ")
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func sentence(_ text: String) -> String {
    (text.hasPrefix("`") ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}
