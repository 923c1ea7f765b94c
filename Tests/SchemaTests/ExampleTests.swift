import AltcraftMethods
import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// One example of one method, under one of its names.
struct ExampleCase: Sendable, CustomTestStringConvertible {
  let method: MethodDescription
  let name: String
  let example: Example

  var testDescription: String { "\(name): \(example.name)" }

  static let all = Catalog.methods.map(\.declaration).flatMap { method in
    ([method.name] + method.aliases).flatMap { name in
      method.examples.map { ExampleCase(method: method, name: name, example: $0) }
    }
  }
}

@Suite("The examples of the declarations")
struct ExampleTests {
  @Test(
    "an example is answered as printed, by every name of its method",
    arguments: ExampleCase.all)
  func isTrue(_ one: ExampleCase) async throws {
    let bridge = try BridgeInMemory()
    let calls = one.example.calls(of: one.name)

    for call in calls.dropLast() {
      let answer = try await bridge.answer(to: call)
      #expect(answer["error"] == nil, "the precondition of the example: \(answer.text)")
    }
    let answer = try await bridge.answer(to: try #require(calls.last))

    try check(answer, one)
    let stops = one.method.name == "bridge.shutdown" && one.example.result != nil
    #expect(bridge.stops == (stops ? 1 : 0))
    await bridge.close()
  }

  private func check(_ answer: JSON, _ one: ExampleCase) throws {
    switch one.example.answer {
    case .exactly(let value):
      #expect(answer["result"]?.canonical == value.canonical)
      try checkResult(answer, one.method)
    case .like(let value):
      #expect(answer["result"].map { isLike(value, $0) } == true, "\(answer.text)")
      try checkResult(answer, one.method)
    case .error(let code, let reason):
      #expect(answer["error"]?["code"]?.intValue == code, "\(answer.text)")
      #expect(answer["error"]?["data"]?["reason"]?.stringValue == reason)
      try checkError(answer, one.method)
    }
  }

  private static let checker = Result {
    try SchemaChecker(document: .object(Catalog.openRPC(version: "").document))
  }

  private func checkResult(_ answer: JSON, _ method: MethodDescription) throws {
    let problems = try Self.checker.get().problems(
      inResult: answer["result"] ?? .null, of: method.name)
    #expect(problems == [])
  }

  /// Checks that the error is a declared one, with exactly the declared members.
  private func checkError(_ answer: JSON, _ method: MethodDescription) throws {
    let error = answer["error"] ?? .null
    #expect(try Self.checker.get().problems(inError: error, of: method.name) == [])
    let declared = method.failures.first { $0.reason == error["data"]?["reason"]?.stringValue }
    #expect(declared?.code == error["code"]?.intValue)
    #expect(
      Set(declared?.data.keys ?? []) == Set(error["data"]?.objectValue?.keys ?? []),
      "\(error.text)")
  }

  /// Returns true if a value has the members of the sample, each of the same kind. Null stands for a missing
  /// value.
  private func isLike(_ sample: JSON, _ value: JSON) -> Bool {
    switch (sample, value) {
    case (.object(let sample), .object(let value)):
      sample.members.allSatisfy { member in
        value[member.key].map { isLike(member.value, $0) } ?? false
      }
    case (.array(let sample), .array(let value)):
      sample.isEmpty || value.contains { isLike(sample[0], $0) }
    case (.null, _), (_, .null): true
    default: sample.kindName == value.kindName
    }
  }

  @Test("every method has an example of a success and of an error")
  func completeness() {
    let methods = Catalog.methods.map(\.declaration)

    let withoutSuccess = methods.filter { !$0.examples.contains { $0.result != nil } }
    let withoutRefusal = methods.filter { !$0.examples.contains { $0.result == nil } }

    #expect(withoutSuccess.map(\.name) == [])
    #expect(withoutRefusal.map(\.name) == [])
  }
}
