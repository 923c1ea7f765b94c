import Testing

@Suite("Modules")
struct ModuleTests {
  private let manifest: PackageManifest
  private let toolchain: Set = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
    "Synchronization", "Testing",
  ]

  init() throws { manifest = try PackageManifest() }

  @Test("every folder of sources is a target")
  func areDeclared() {
    let folders = Set((Repository.sources + Repository.tests).map(\.module))
    // The headers of the C libraries, and the floor of the benchmark of delivery.
    let ofC: Set = ["CLibraries", "altcraft-bridge-bench-curl"]
    #expect(folders.union(ofC) == Set(manifest.targets.map(\.name)))
  }

  @Test("import only the modules in Package.swift, and nothing from outside the toolchain")
  func importOnlyDependencies() {
    for file in Repository.sources + Repository.tests {
      let declared = manifest[file.module]?.dependencies ?? []
      let allowed = toolchain.union(declared.map { $0.replacing("-", with: "_") })
      #expect(Set(file.imports).subtracting(allowed) == [], "\(file.path)")
    }
  }

  @Test("depend only on modules declared before them")
  func dependDownwards() {
    var below = Set<String>()
    for target in manifest.targets where !target.isTest {
      #expect(Set(target.dependencies).subtracting(below) == [], "\(target.name)")
      below.insert(target.name)
    }
  }

  @Test(
    "do not mention concepts of other modules",
    arguments: [
      ("System", ["CLibraries"]), ("JSONCodec", []), ("Tracing", []), ("WebPages", []),
      ("DurableLog", ["CLibraries", "System"]), ("HTTP", ["CLibraries", "System"]),
      ("JSONRPC", ["JSONCodec", "Tracing"]),
      ("Transports", ["CLibraries", "JSONRPC", "System", "Tracing"]),
      ("WireRecording", ["CLibraries", "JSONCodec", "JSONRPC", "System"]),
      ("BridgeClient", ["JSONCodec", "JSONRPC", "System", "Transports"]),
      ("AltcraftEngine", ["DurableLog", "HTTP", "JSONCodec", "System", "Tracing"]),
      ("ReferencePages", ["AltcraftEngine", "AltcraftMethods", "JSONCodec", "JSONRPC"]),
      ("ClientGenerator", ["JSONCodec"]), ("PushMessages", ["JSONCodec"]),
      ("PlatformSimulator", ["JSONCodec", "PushMessages", "System", "WebPages"]),
      ("altcraft-bridge-bench", ["CLibraries", "JSONCodec", "PlatformSimulator", "System"]),
    ] as [(String, [String])])
  func areIgnorant(module: String, dependencies: [String]) {
    #expect(manifest[module]?.dependencies == dependencies)
  }

  // The release took 15 instead of 4 instructions for each look at a type: the linker had the copy of a module that is
  // compiled without optimisation, because its name was the first one.
  @Test("modules without optimisation come after the engine in the order of linking")
  func unoptimised() throws {
    let text = try Repository.text("Package.swift")
    let list = try #require(text.firstMatch(of: /let unoptimised = \[([^\]]*)\]/)).output.1
    let names = list.matches(of: /"(\w+)"/).map { String($0.output.1) }

    // It is in none of the programs.
    let client = "AltcraftBridgeClient"
    #expect(names.count > 3 && names.allSatisfy { $0 > "AltcraftMethods" || $0 == client })
  }

  @Test("below the product no word of the SDK occurs")
  func areGeneral() {
    let general = Repository.sources.filter {
      ["System", "JSONCodec", "JSONRPC", "DurableLog", "HTTP", "Tracing", "Transports"]
        .contains($0.module)
    }
    #expect(
      general.flatMap {
        $0.places(
          of: /(?i)altcraft|jwt|subscription|subscribe|pushToken|mobileEvent/,
          with: "ltcraft", "ltCraft", "LTCRAFT", "jwt", "JWT", "Jwt", "ubscri", "UBSCRI",
          "ushToken", "ushtoken", "USHTOKEN", "obileEvent", "obileevent",
          "OBILEEVENT")
      } == [])
  }

  @Test("only System creates threads and has a condition variable")
  func systemIsAlone() {
    let others = Repository.sources.filter { $0.module != "System" }
    #expect(others.flatMap { $0.places(of: /\bpthread_(?:create|cond_)/, with: "pthread_") } == [])
  }

  @Test("no part of the product uses Foundation")
  func foundationStaysOut() {
    let files = Repository.sources.filter {
      $0.imports.contains { $0.hasPrefix("Foundation") }
    }
    #expect(files.map(\.path) == [])
  }

  @Test("no type is named like a module: Swift could not distinguish them")
  func typesAreNotModules() {
    let names = Set(manifest.targets.map(\.name))
    for file in Repository.sources where names.contains(where: { file.has(" \($0)") }) {
      for match in file.code.matches(of: /\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/) {
        #expect(!names.contains(String(match.output.1)), "\(file.path)")
      }
    }
  }
}
