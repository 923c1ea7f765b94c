/// A strict reader of the text exposition format of Prometheus, limited to the written subset: every family with its
/// HELP and its TYPE, in this order, and at least one sample; each sample once.
struct PrometheusText {
  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  struct Family {
    let name: String
    let help: String
    let kind: String
    var samples: [Sample] = []
  }

  struct Broken: Error {
    let why: String
  }

  private(set) var families: [Family] = []

  func samples(_ name: String) -> [Sample] {
    families.flatMap(\.samples).filter { $0.name == name }
  }

  func value(_ name: String) -> Double? {
    let found = samples(name)
    return found.count == 1 ? found[0].value : nil
  }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Broken(why: "the last line has no end") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    while let line = lines.popFirst() {
      let help = try Self.comment(line, "HELP")
      let type = try Self.comment(lines.popFirst() ?? "", "TYPE")
      guard help.name == type.name, !families.contains(where: { $0.name == help.name }),
        ["counter", "gauge", "histogram"].contains(type.rest)
      else { throw Broken(why: "the lines before \(help.name)") }
      var family = Family(name: help.name, help: help.rest, kind: type.rest)
      while let line = lines.first, !line.hasPrefix("#") {
        lines.removeFirst()
        family.samples.append(try Self.sample(line))
      }
      try Self.check(family)
      families.append(family)
    }
  }

  private static func comment(
    _ line: Substring, _ keyword: String
  ) throws -> (name: String, rest: String) {
    guard let match = line.wholeMatch(of: /# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/),
      match.output.1 == keyword
    else { throw Broken(why: "not \(keyword): \(line)") }
    return (String(match.output.2), String(match.output.3))
  }

  private static func sample(_ line: Substring) throws -> Sample {
    let value = /(?:[0-9]+(?:\.[0-9]+)?)/
    let label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/
    guard let name = line.prefixMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) else {
      throw Broken(why: "no name: \(line)")
    }
    var rest = line[name.range.upperBound...]
    var labels: [String: String] = [:]
    if rest.first == "{" {
      repeat {
        rest = rest.dropFirst()
        guard let pair = rest.prefixMatch(of: label), labels[String(pair.output.1)] == nil else {
          throw Broken(why: "no label: \(rest)")
        }
        labels[String(pair.output.1)] = unescaped(pair.output.2)
        rest = rest[pair.range.upperBound...]
      } while rest.first == ","
      guard rest.first == "}" else { throw Broken(why: "labels without an end: \(line)") }
      rest = rest.dropFirst()
    }
    guard rest.first == " ", rest.dropFirst().wholeMatch(of: value) != nil,
      let number = Double(rest.dropFirst())
    else { throw Broken(why: "no value: \(line)") }
    return Sample(name: String(name.output), labels: labels, value: number)
  }

  private static func unescaped(_ text: Substring) -> String {
    var plain = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\" else {
        plain.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": plain.append("\n")
      case let other?: plain.append(other)
      case nil: break
      }
    }
    return plain
  }

  private static func check(_ family: Family) throws {
    let allowed =
      family.kind == "histogram"
      ? ["_bucket", "_sum", "_count"].map { family.name + $0 } : [family.name]
    guard !family.samples.isEmpty, family.samples.allSatisfy({ allowed.contains($0.name) }) else {
      throw Broken(why: "the samples of \(family.name)")
    }
    let keys = family.samples.map { "\($0.name)\($0.labels.sorted { $0.key < $1.key })" }
    guard Set(keys).count == keys.count else { throw Broken(why: "twice: \(family.name)") }
    guard family.kind == "histogram" else { return }
    let buckets = family.samples.filter { $0.name == family.name + "_bucket" }
    let bounds = buckets.map {
      $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "")
    }
    let counts = buckets.map(\.value)
    guard bounds.last == .infinity, !bounds.contains(nil),
      bounds.compactMap(\.self) == bounds.compactMap(\.self).sorted(), counts == counts.sorted(),
      family.samples.last?.name == family.name + "_count", family.samples.last?.value == counts.last
    else { throw Broken(why: "the steps of \(family.name)") }
  }
}
