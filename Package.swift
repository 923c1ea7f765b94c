// swift-tools-version: 6.3
import PackageDescription

// House rules: targets are sorted by layer, then by name; each is followed by its tests; dependencies
// are sorted, one line each where there are several. A target may import only what it names here: the
// build is run with --explicit-target-dependency-import-check error. A test that starts a program does
// not depend on it: a build of the tests makes every program, and these tests need not wait for its
// modules. Nothing from outside the toolchain.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "altcraft-bridge",
  products: [
    .executable(name: "altcraft-bridge", targets: ["altcraft-bridge"]),
    .library(name: "AltcraftBridgeClient", targets: ["AltcraftBridgeClient"]),
  ],
  targets: [
    // Layer 0: know nothing of each other, except that two use System, two the C libraries, and one JSONCodec.
    .systemLibrary(name: "CLibraries"),
    .target(name: "System", dependencies: ["CLibraries"]),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .target(name: "DurableLog", dependencies: ["CLibraries", "System"]),
    .testTarget(
      name: "DurableLogTests", dependencies: ["DurableLog", "System", "TestSupport"],
      exclude: ["Fixtures"]),
    .target(name: "HTTP", dependencies: ["CLibraries", "System"]),
    .testTarget(
      name: "HTTPTests",
      dependencies: ["HTTP", "System", "TestSupport"]),
    .target(name: "JSONCodec"),
    .testTarget(name: "JSONCodecTests", dependencies: ["JSONCodec", "TestSupport"]),
    .target(name: "PushMessages", dependencies: ["JSONCodec"]),
    .target(name: "Tracing"),
    .testTarget(name: "TracingTests", dependencies: ["Tracing"]),
    .target(name: "WebPages", exclude: ["Inspector", "Platform", "Shared"]),

    // Layer 1: the protocol, and the descriptors it runs over.
    .target(name: "JSONRPC", dependencies: ["JSONCodec", "Tracing"]),
    .testTarget(
      name: "JSONRPCTests",
      dependencies: ["JSONCodec", "JSONRPC", "TestSupport", "Tracing", "WireRecording"],
      exclude: ["Transcripts"]),
    .target(name: "Transports", dependencies: ["CLibraries", "JSONRPC", "System", "Tracing"]),
    .target(name: "BridgeClient", dependencies: ["JSONCodec", "JSONRPC", "System", "Transports"]),
    .testTarget(
      name: "BridgeClientTests",
      dependencies: ["BridgeClient", "JSONCodec", "System", "TestSupport"]),
    // The only module for other packages.
    .target(name: "AltcraftBridgeClient", dependencies: ["BridgeClient", "JSONCodec", "System"]),
    .testTarget(
      name: "AltcraftBridgeClientTests",
      dependencies: ["AltcraftBridgeClient", "BridgeClient", "JSONCodec", "System", "TestSupport"]),
    .target(
      name: "WireRecording", dependencies: ["CLibraries", "JSONCodec", "JSONRPC", "System"]),
    .testTarget(
      name: "WireRecordingTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "JSONCodec", "JSONRPC", "TestSupport", "WireRecording",
      ]),
    .testTarget(
      name: "TransportsTests",
      dependencies: [
        "JSONCodec", "JSONRPC", "System", "TestSupport", "Tracing", "Transports",
      ]),

    // Layer 2: the product.
    .target(
      name: "AltcraftEngine",
      dependencies: ["DurableLog", "HTTP", "JSONCodec", "System", "Tracing"]),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "AltcraftEngine", "DurableLog", "EngineTestSupport", "HTTP", "JSONCodec", "TestSupport",
      ]),
    .testTarget(
      name: "OutboxTests",
      dependencies: [
        "AltcraftEngine", "DurableLog", "EngineTestSupport", "HTTP", "JSONCodec", "TestSupport",
        "Tracing",
      ]),
    .target(
      name: "AltcraftMethods",
      dependencies: ["AltcraftEngine", "HTTP", "JSONCodec", "JSONRPC", "Tracing"]),
    .testTarget(
      name: "AltcraftMethodsTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "DurableLog", "EngineTestSupport", "HTTP",
        "JSONCodec", "JSONRPC", "PushMessages", "TestSupport",
      ]),
    .target(
      name: "ReferencePages",
      dependencies: ["AltcraftEngine", "AltcraftMethods", "JSONCodec", "JSONRPC"]),
    .testTarget(
      name: "ReferencePagesTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "ClientGenerator", "JSONCodec", "JSONRPC",
        "ReferencePages",
      ]),
    .target(name: "ClientGenerator", dependencies: ["JSONCodec"]),
    .target(
      name: "BridgeCommandLine",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "ClientGenerator", "DurableLog", "HTTP", "JSONCodec",
        "JSONRPC", "PushMessages", "ReferencePages", "System",
      ]),
    .testTarget(
      name: "BridgeCommandLineTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "BridgeCommandLine", "DurableLog", "JSONCodec",
        "JSONRPC", "PushMessages", "ReferencePages", "System", "TestSupport",
      ], exclude: ["Golden"]),
    .target(
      name: "Doctor",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "BridgeClient", "BridgeCommandLine", "DurableLog",
        "HTTP", "JSONCodec", "System", "Transports",
      ]),
    .testTarget(
      name: "DoctorTests",
      dependencies: ["BridgeCommandLine", "Doctor", "HTTP", "JSONCodec", "System", "TestSupport"]),
    .target(
      name: "PlatformSimulator",
      dependencies: ["JSONCodec", "PushMessages", "System", "WebPages"]),
    .testTarget(
      name: "PlatformSimulatorTests",
      dependencies: ["JSONCodec", "PlatformSimulator", "PushMessages", "TestSupport"]),

    // Layer 3: composition only.
    .executableTarget(
      name: "altcraft-bridge",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "BridgeClient", "BridgeCommandLine",
        "ClientGenerator", "Doctor", "DurableLog", "HTTP", "JSONCodec", "JSONRPC",
        "PlatformSimulator", "ReferencePages", "System", "Tracing", "Transports", "WebPages",
        "WireRecording",
      ],
      exclude: [
        "ServiceUnits/compose.yaml", "ServiceUnits/grafana-dashboard.json",
        "ServiceUnits/kubernetes.yaml",
      ]),
    .testTarget(
      name: "AltcraftBridgeTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "BridgeCommandLine", "DurableLog", "JSONCodec",
        "JSONRPC", "System", "TestSupport", "Transports", "WebPages", "altcraft-bridge",
      ]),
    .executableTarget(
      name: "altcraft-bridge-bench",
      dependencies: ["CLibraries", "JSONCodec", "PlatformSimulator", "System"]),
    .testTarget(
      name: "AltcraftBridgeBenchTests",
      dependencies: [
        "AltcraftEngine", "JSONCodec", "System", "TestSupport", "altcraft-bridge",
        "altcraft-bridge-bench",
      ]),
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "JSONCodec", "JSONRPC", "PlatformSimulator", "PushMessages", "System", "TestSupport",
        "Transports", "WireRecording",
      ], exclude: ["Campaigns/Shim", "Recordings", "Transcripts"]),

    // The product as a whole: its schema, its sources, its processes.
    .testTarget(
      name: "SchemaTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "ClientGenerator", "DurableLog", "EngineTestSupport",
        "HTTP", "JSONCodec", "JSONRPC", "PlatformSimulator", "PushMessages", "ReferencePages",
        "TestSupport", "WebPages",
      ]),

    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "BridgeCommandLine", "DurableLog", "JSONCodec",
        "JSONRPC", "PlatformSimulator", "PushMessages", "Transports", "WireRecording",
      ], exclude: ["Corpora", "Program"]),
    .testTarget(name: "SimulationTests", dependencies: ["TestSupport"]),

    // Used by tests and measurements only.
    .executableTarget(
      name: "altcraft-bridge-bench-curl", dependencies: ["CLibraries"],
      path: "Tests/altcraft-bridge-bench-curl"),
    .executableTarget(
      name: "altcraft-bridge-simulation",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "CLibraries", "DurableLog", "HTTP", "JSONCodec",
        "JSONRPC",
      ], path: "Tests/altcraft-bridge-simulation", exclude: ["Planted"],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--wrap=pthread_mutex_lock", "-Xlinker", "--wrap=pthread_mutex_unlock",
        ]),
        // The static libraries of Swift have what it replaces, too.
        .unsafeFlags(["-Xlinker", "--allow-multiple-definition"], .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "altcraft-bridge-websocket-echo", dependencies: ["JSONRPC", "System", "Transports"],
      path: "Tests/altcraft-bridge-websocket-echo"),
    .target(
      name: "TestSupport",
      dependencies: ["DurableLog", "HTTP", "JSONCodec", "JSONRPC", "System", "WireRecording"],
      path: "Tests/TestSupport"),
    .target(
      name: "EngineTestSupport",
      dependencies: ["AltcraftEngine", "DurableLog", "HTTP", "JSONCodec", "TestSupport"],
      path: "Tests/EngineTestSupport"),
    .testTarget(
      name: "TidyTests",
      dependencies: [
        "AltcraftEngine", "AltcraftMethods", "JSONCodec", "JSONRPC", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Tests/fuzz-coverage builds the targets of FuzzTests as a program, with the instrumentation of libFuzzer in every module.
// The variable is the path of that library.
if let library = Context.environment["LIBFUZZER"] {
  let tests = package.targets.first { $0.name == "FuzzTests" }
  let program = Target.executableTarget(
    name: "altcraft-bridge-fuzzer", dependencies: tests?.dependencies ?? [],
    path: "Tests/FuzzTests",
    exclude: ["Corpora", "CorpusTests.swift"],
    linkerSettings: [.unsafeFlags(["-sanitize=address", "-Xlinker", library, "-lstdc++"])])
  package.targets = package.targets.filter { $0.type != .test } + [program]
}

for target in package.targets where target.type != .system {
  target.swiftSettings = settings
  if Context.environment["LIBFUZZER"] != nil {
    target.swiftSettings? += [.unsafeFlags(["-enable-testing", "-sanitize=fuzzer,address"])]
  }
}

// These modules never run while a call is served: they read the command line, print pages, check the machine, generate clients or
// support tests. Their optimisation would take a fifth of the processor time of a release build; see CONTRIBUTING.md.
// The linker takes the first copy of a function that several modules share, in the order of their names. So the names of these
// modules come after that of the engine: its copies are optimised. The client for Swift is in none of the programs; without
// optimisation its generated part takes 6 instead of 22 s.
let unoptimised = [
  "AltcraftBridgeClient", "BridgeCommandLine", "ClientGenerator", "Doctor", "EngineTestSupport",
  "ReferencePages",
  "TestSupport", "WebPages",
]

for target in package.targets where unoptimised.contains(target.name) {
  target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// The tests, the processes they start and the clients all read and write JSON. With optimisation this takes a quarter of the time, but
// only 7 s more to compile; see CONTRIBUTING.md.
for target in package.targets where target.name == "JSONCodec" {
  target.swiftSettings? += [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
