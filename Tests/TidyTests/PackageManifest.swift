/// The targets as `Package.swift` declares them, in its order.
struct PackageManifest {
  struct Target {
    let name: String
    let isTest: Bool
    let dependencies: [String]
  }

  let targets: [Target]

  init() throws {
    let text = try Repository.text("Package.swift")
    let list = text.firstRange(of: "  targets: [\n").map { text[$0.upperBound...] } ?? ""
    let declaration = /\n    \.(\w+)\(\s*name: "([^"]+)"([\s\S]*?)\),(?=\n)/
    targets = list.matches(of: declaration).map { match in
      let rest = String(match.output.3)
      let names = rest.firstMatch(of: /dependencies: \[([\s\S]*?)\]/)?.output.1 ?? ""
      return Target(
        name: String(match.output.2), isTest: match.output.1 == "testTarget",
        dependencies: names.matches(of: /"([^"]+)"/).map { String($0.output.1) })
    }
  }

  subscript(name: String) -> Target? { targets.first { $0.name == name } }
}
