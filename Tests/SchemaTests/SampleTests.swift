import AltcraftMethods
import ClientGenerator
import Foundation
import JSONCodec
import JSONRPC
import ReferencePages
import TestSupport
import Testing

/// The code that the reference shows for each example.
@Suite("The code samples of the reference", .blocking)
struct SampleTests {
  /// An example with its code in each language.
  private struct Call {
    let method: String
    let parameters: JSONObject
    let isAccepted: Bool
    let codes: [String: String]
  }

  private static let languages = ["TypeScript", "Python", "Go", "Java", "Swift"]
  private static let clients = SchemaFolder.url.deletingLastPathComponent().path + "/clients"

  private static let calls = Catalog.methods.map(\.declaration).flatMap { method in
    method.examples.map { example in
      let samples = SchemaFolder.samples.samples(of: method.name, example.parameters)
      return Call(
        method: method.name, parameters: example.parameters, isAccepted: example.result != nil,
        codes: samples.reduce(into: [:]) { codes, sample in codes[sample.language] = sample.code })
    }
  }

  private static func calls(in language: String) -> [(call: Call, code: String)] {
    calls.compactMap { call in call.codes[language].map { (call, $0) } }
  }

  @Test("every accepted call has code in every language", arguments: languages)
  func complete(language: String) {
    let missing = Self.calls.filter { $0.isAccepted && $0.codes[language] == nil }

    #expect(missing.map(\.method) == [])
    #expect(Self.calls(in: language).count > 100)
  }

  @Test("a call that the types of a client do not allow has no code")
  func untyped() {
    let wrong: [(String, JSONObject)] = [
      ("mobileEvent", ["sid": "px-1"]), ("mobileEvent", ["sid": 7, "eventName": "tap"]),
      ("bridge.ping", ["loud": true]), ("unknownMethod", [:]),
    ]
    for (method, parameters) in wrong {
      let samples = SchemaFolder.samples.samples(of: method, parameters)
      #expect(samples.map(\.language) == Self.languages)
      #expect(samples.allSatisfy { $0.code == nil }, "\(method)")
    }
  }

  @Test(
    "read like handwritten code",
    arguments: [
      (
        "TypeScript",
        """
        const result = await bridge.mobileEvent({
          sid: "px-1",
          eventName: "tap",
          wait: "outcome",
        });
        """
      ),
      ("Python", #"result = bridge.mobile_event("px-1", "tap", wait="outcome")"#),
      (
        "Go",
        """
        result, err := client.MobileEvent(ctx, "px-1", "tap", &altcraft.MobileEventOptions{
        \tWait: altcraft.WaitOutcome,
        })
        """
      ),
      (
        "Java",
        """
        var result = bridge.mobileEvent(
          "px-1",
          "tap",
          new MobileEventOptions().wait(Wait.OUTCOME)
        ).join();
        """
      ),
      (
        "Swift",
        """
        let result = try await bridge.mobileEvent(
          sid: "px-1",
          eventName: "tap",
          wait: .outcome
        )
        """
      ),
    ])
  func form(language: String, expected: String) {
    let samples = SchemaFolder.samples.samples(
      of: "mobileEvent", ["sid": "px-1", "eventName": "tap", "wait": "outcome"])

    #expect(samples.first { $0.language == language }?.code == expected)
  }

  // Swift does not know JSON's \b, and reads \u only with braces.
  @Test("in Swift have the escapes of Swift in keys too")
  func swiftEscapes() throws {
    let samples = SchemaFolder.samples.samples(
      of: "mobileEvent", ["sid": "s", "eventName": "e", "payload": ["a\u{8}\u{1}": "b\u{8}"]])

    let code = try #require(samples.first { $0.language == "Swift" }?.code)
    #expect(code.contains(#"["a\u{8}\u{1}": "b\u{8}"]"#))
  }

  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { program($0) != nil }
  }

  private static func write(_ text: String, to name: String, in folder: TemporaryDirectory) throws {
    try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
  }

  private static func run(
    _ name: String, _ arguments: [String], in folder: TemporaryDirectory,
    environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try FinishedCommand(
      try #require(program(name)), arguments, environment: environment,
      in: URL(filePath: folder.path))
  }

  /// Returns the calls recorded by a program, as lines of `[method, parameters]`.
  private static func expect(_ output: String, are calls: [(call: Call, code: String)]) throws {
    let lines = output.split(separator: "\n")
    try #require(lines.count == calls.count)
    for (line, (call, code)) in zip(lines, calls) {
      let made = try JSONParser.parse(Array(line.utf8)).value
      let expected: JSON = [.string(call.method), .object(call.parameters)]
      #expect(made.canonical == expected.canonical, "\(code)")
    }
  }

  @Test("in Python make the calls of the examples", .enabled(if: has("python3")))
  func python() throws {
    let folder = TemporaryDirectory()
    let calls = Self.calls(in: "Python")
    var text = """
      import json, sys
      sys.path.insert(0, "\(Self.clients)/python/src")
      from altcraft_bridge.generated.methods import Methods

      def record(name, given, optional, timeout):
          optional = {key: value for key, value in optional.items() if value is not None}
          print(json.dumps([name, {**given, **optional}]))

      bridge = Methods(record)

      """
    for (_, code) in calls { text += code + "\n" }
    try Self.write(text, to: "samples.py", in: folder)

    let result = try Self.run(
      "python3", ["samples.py"], in: folder, environment: ["PYTHONDONTWRITEBYTECODE": "1"])

    #expect(result.status == 0, "\(result.text.suffix(2000))")
    // Python does not send an optional parameter that is None.
    let sent = calls.map { call, code in
      let required = Catalog.methods.first { $0.name == call.method }?.declaration.parameters
        .filter(\.isRequired).map(\.name)
      let members = call.parameters.members.filter {
        !$0.value.isNull || required?.contains($0.key) == true
      }
      return (
        call: Call(
          method: call.method, parameters: JSONObject(members), isAccepted: true, codes: [:]),
        code: code
      )
    }
    try Self.expect(result.output, are: sent)
  }

  @Test(
    "in TypeScript compile, and make the calls of the examples", .enabled(if: has("tsc", "node")))
  func typeScript() throws {
    let folder = TemporaryDirectory()
    let calls = Self.calls(in: "TypeScript")
    let depth = folder.path.split(separator: "/").count
    let client =
      String(repeating: "../", count: depth) + Self.clients.dropFirst() + "/typescript/src"
    var text = """
      import { Methods } from "\(client)/generated/methods.js";
      const bridge = new Methods({
        call(name: string, parameters: unknown) {
          (globalThis as any).console.log(JSON.stringify([name, parameters]));
          return Promise.resolve(null as never);
        },
      } as never);
      async function run(): Promise<void> {

      """
    for (_, code) in calls { text += "{ \(code) }\n" }
    text += "}\nvoid run();\n"
    try Self.write(text, to: "samples.ts", in: folder)
    try Self.write(
      """
      {"extends": "\(Self.clients)/typescript/tsconfig.json", "compilerOptions": {
        "rootDir": "/", "outDir": "out", "declaration": false, "noUnusedLocals": false},
       "include": ["\(Self.clients)/typescript/src", "samples.ts"]}
      """, to: "tsconfig.json", in: folder)

    let compiled = try Self.run("tsc", ["-p", "tsconfig.json"], in: folder)
    #expect(compiled.status == 0, "\(compiled.text.suffix(2000))")
    let result = try Self.run("node", ["out\(folder.path)/samples.js"], in: folder)

    #expect(result.status == 0, "\(result.text.suffix(2000))")
    try Self.expect(result.output, are: calls)
  }

  @Test("in Go compile", .enabled(if: has("go")))
  func go() throws {
    let folder = TemporaryDirectory()
    var text = """
      package main

      import (
      \t"context"

      \taltcraft "altcraft-bridge.example/go"
      )

      func main() {}

      """
    for (index, (_, code)) in Self.calls(in: "Go").enumerated() {
      let used = code.hasPrefix("result") ? "_, _ = result, err" : "_ = err"
      text += """

        func sample\(index)(ctx context.Context, client *altcraft.Client) {
        \(code)
        \(used)
        }

        """
    }
    try Self.write(text, to: "main.go", in: folder)
    try Self.write(
      """
      module samples

      go 1.19

      require altcraft-bridge.example/go v0.0.0

      replace altcraft-bridge.example/go => \(Self.clients)/go

      """, to: "go.mod", in: folder)

    let result = try Self.run(
      "go", ["vet", "."], in: folder,
      environment: ["GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOCACHE": "\(folder.path)/cache"])

    #expect(result.status == 0, "\(result.text.suffix(3000))")
  }

  private static let gson = "/usr/share/java/gson.jar"

  @Test(
    "in Java compile",
    .enabled(if: has("javac") && FileManager.default.fileExists(atPath: gson)))
  func java() throws {
    let folder = TemporaryDirectory()
    var text = """
      import altcraft.bridge.*;
      import com.google.gson.JsonParser;
      import java.util.List;
      import java.util.Map;

      final class Samples {

      """
    for (index, (_, code)) in Self.calls(in: "Java").enumerated() {
      text += "static void sample\(index)(Bridge bridge) {\n\(code)\n}\n"
    }
    try Self.write(text + "}\n", to: "Samples.java", in: folder)

    let sources = ["main", "generated"].map { "\(Self.clients)/java/src/\($0)/java" }
    let result = try Self.run(
      "javac",
      [
        "--release", "11", "-encoding", "UTF-8", "-cp", Self.gson, "-sourcepath",
        sources.joined(separator: ":"), "-d", "out", "Samples.java",
      ], in: folder)

    #expect(result.status == 0, "\(result.text.suffix(3000))")
  }

  @Test("in Swift compile, with the example of the page", .enabled(if: has("swiftc")))
  func swift() throws {
    let folder = TemporaryDirectory()
    var text = "import AltcraftBridgeClient\n"
    for (index, (_, code)) in Self.calls(in: "Swift").enumerated() {
      let used = code.hasPrefix("let result") ? "_ = result" : ""
      text += "func sample\(index)(bridge: Bridge) async throws {\n\(code)\n\(used)\n}\n"
    }
    try Self.write(text, to: "samples.swift", in: folder)
    let page = try String(contentsOfFile: Self.clients + "/README.md", encoding: .utf8)
    let example = try #require(page.firstMatch(of: /```swift\n([\s\S]*?)```/)).output.1
    try Self.write(String(example), to: "App.swift", in: folder)

    let modules = URL(filePath: builtProduct("altcraft-bridge")).deletingLastPathComponent()
    let result = try Self.run(
      "swiftc",
      [
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules.path + "/Modules",
        "-I", Self.clients + "/../Sources/CLibraries",
        "samples.swift", "App.swift",
      ], in: folder)

    #expect(result.status == 0, "\(result.text.suffix(3000))")
  }

  @Test("as commands are parsed by a shell as the calls of the examples")
  func commands() throws {
    let page = ReferencePage.text(
      Reference(version: BridgeVersion.current), samples: SchemaFolder.samples.samples)
    let panels = page.matches(
      of: /data-name="(JSON-RPC|call)">\n<p class="step">[^<]*<\/p>\n<pre[^>]*>([^<]*)<\/pre>/
    ).map { match in
      match.output.2.replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
    let pairs = stride(from: 0, to: panels.count - 1, by: 2).map { (panels[$0], panels[$0 + 1]) }
    let script =
      "altcraft-bridge() { printf '%s\\0' \"$@\"; printf '\\n\\0'; }\n"
      + pairs.map(\.1).joined(separator: "\n")

    let result = try FinishedCommand("/bin/bash", ["-c", script])
    let words = result.output.split(separator: "\0", omittingEmptySubsequences: false)
    let commands = words.dropLast().split(separator: "\n").map { $0.map(String.init) }

    try #require(commands.count == Self.calls.count && pairs.count == commands.count)
    for (pair, command) in zip(pairs, commands) {
      let request = try JSONParser.parse(Array(pair.0.utf8)).value
      #expect(
        command.first == "call" && command.dropFirst().first == request["method"]?.stringValue)
      let parameters = try Self.parameters(Array(command.dropFirst(2)))
      #expect(parameters.canonical == (request["params"] ?? [:]).canonical, "\(pair.1)")
    }
  }

  /// Returns the parameters as `call` reads them: one JSON document, or assignments whose value is JSON or else a
  /// string.
  private static func parameters(_ words: [String]) throws -> JSON {
    if let document = words.first, document.hasPrefix("{") {
      return try JSONParser.parse(Array(document.utf8)).value
    }
    return .object(
      JSONObject(
        try words.map { word in
          let end = try #require(word.firstIndex(of: "="))
          let text = String(word[word.index(after: end)...])
          let value = (try? JSONParser.parse(Array(text.utf8)))?.value ?? .string(text)
          return JSONObject.Member(key: String(word[..<end]), value: value)
        }))
  }
}
