import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the state that is kept over restarts, exported and imported.
@Suite struct StateFileTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path + "/state.json" }

  private func contents() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func platform() throws -> TestPlatform {
    try TestPlatform { [path] in $0.stateFile = path }
  }

  /// Fills every part of the state.
  private func fill(_ platform: TestPlatform) throws {
    _ = try platform.control(
      "POST", "/__script",
      #"{"platform":{"categories":[{"name":"news","title":"N\u0000ews","steady":true}]}}"#)
    let categories: JSON = [["name": "news", "active": true]]
    for request in [
      try subscribe().with("subscription.cats", categories).with(
        "profile_fields", ["city": "Ω\u{202e}", "deep": [[1, ["a": nil]]]]),
      subscribe(as: resource, token: "t-2"), subscribe(as: registered, token: "t-3"),
      pushEvent(), pushEvent("open", smid: "m-2"), profileUpdate(as: resource, [:]),
      mobileEvent(
        Part.required + [
          .text("cn", "c1"), .json("wd", #"{"a":null}"#), .json("mi", #""m-1""#),
          .json("sn", #"{"channel":"email","resource_id":1,"email":"a@b.c"}"#),
        ]),
    ] { #expect(try platform.answer(request).status == 200) }
    try platform.simulator.send(
      campaign: ["message": ["title": "Sale", "data": ["n": 1]], "fault": "repeat"])
    try platform.simulator.send(push: ["id": "42"], to: "t-9")
  }

  private func export(_ platform: TestPlatform) throws -> [UInt8] {
    let answer = try platform.control("GET", "/__export")
    #expect(answer.headers["content-disposition"] == #"attachment; filename="platform.json""#)
    return answer.body
  }

  @Test("the state is the same after a restart, and goes on from there")
  func restarted() throws {
    let first = try platform()
    try fill(first)
    let before = try export(first)
    first.simulator.stop()
    #expect(try contents() == before)
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

    let second = try platform()
    #expect(try export(second) == before)
    #expect(try second.profile(subscribe())?["id"] == "db1-p1")
    #expect(second.simulator.pushes(of: "t-9").map(\.message) == [["id": "42"]])
    try second.simulator.send(campaign: ["message": ["title": "Next"]])
    let campaigns = second.simulator.state.campaigns
    #expect(campaigns.map(\.id) == ["c1", "c2"])
    let numbers = second.simulator.pushes(of: "t-1").map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
    second.simulator.stop()
  }

  @Test("a change is in the file soon, also if the process does not stop by itself")
  func written() async throws {
    let platform = try platform()
    let before = try contents()
    _ = try platform.answer(subscribe())

    try await eventually { try contents() != before }
    #expect(try contents() == export(platform))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .sorted() == ["state.json", "state.json.lock"])
  }

  @Test("a file that was cut or changed anywhere is refused with a sentence, and stays as it is")
  func damaged() throws {
    let platform = try platform()
    try fill(platform)
    platform.simulator.stop()
    let whole = try contents()
    // Every third place, for each cut and each change another one. The last byte ends the line; without it the document is complete.
    let cut = stride(from: 0, to: whole.count - 1, by: 3).map { Array(whole.prefix($0)) }
    let flipped = stride(from: 1, to: whole.count, by: 3).map { index in
      var bytes = whole
      bytes[index] ^= 1
      return bytes
    }
    for bytes in cut + flipped {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      var options = SimulatorOptions()
      options.stateFile = path
      let simulator = Simulator(options)
      do {
        try simulator.start()
        Issue.record("started with \(String(decoding: bytes, as: UTF8.self))")
        simulator.stop()
        break
      } catch {
        guard case .state(let sentence) = error, sentence.hasPrefix(path + ": ") else {
          Issue.record("\(error)")
          break
        }
      }
      guard try contents() == bytes else {
        Issue.record("the file was changed")
        break
      }
    }
  }

  @Test(
    "a document with a wrong value is refused with its place",
    arguments: [
      (
        #""databases":[]"#, #""databases":[{"id":1,"profiles":[]},{"id":1,"profiles":[]}]"#,
        "$.state.databases[1]: has the id of another database"
      ),
      (
        #""databases":[]"#, #""databases":[{"id":1,"profiles":[{}]}]"#,
        "$.state.databases[0].profiles[0].id: is missing"
      ),
      (
        #""pushEvents":[]"#, #""pushEvents":[{"smid":"","delivery":1,"open":1}]"#,
        "$.state.pushEvents[0].smid: must be a string that is not empty, got \"\""
      ),
      (
        #""campaignCount":0"#, #""campaignCount":-1"#,
        "$.state.campaignCount: must be an integer from 0"
      ),
      (
        #""pushesDropped":0"#, #""pushesDropped":9007199254740992"#,
        "$.state.pushesDropped: must be an integer from 0 to 9007199254740991"
      ),
      (
        #""lastPush":0"#, #""lastPush":4611686018427387903"#,
        "$.state.lastPush: must be an integer from 0 to 9007199254740991"
      ),
      (
        #""pushes":[]"#,
        #""pushes":[{"number":1,"time":0,"token":"t","campaign":null,"message":{}}]"#,
        "$.state.pushes[0].number: is not in order"
      ),
      (
        #""altcraftPlatformState":1"#, #""altcraftPlatformState":2"#,
        "is a state of version 2, this program reads 1"
      ),
      (#""campaigns":[]"#, #""campaigns":[],"more":1"#, "$.state.more: is unknown"),
    ])
  func invalid(old: String, new: String, error: String) throws {
    let platform = try TestPlatform()
    let empty = String(decoding: try export(platform), as: UTF8.self)
      .replacing(/"check":"[0-9a-f]+",/, with: "")
    try #require(empty.contains(old))

    let answer = try platform.control("POST", "/__import", empty.replacing(old, with: new))

    #expect(answer.status == 400)
    #expect(try answer.errorText.contains(error))
    #expect(try platform.control("POST", "/__import", empty).status == 200)
  }

  @Test("an exported state can be imported by another platform; a refused one changes nothing")
  func imported() throws {
    let one = try TestPlatform()
    try fill(one)
    let document = String(decoding: try export(one), as: UTF8.self)
    let other = try TestPlatform()

    #expect(try other.control("POST", "/__import", document).status == 200)
    #expect(try export(other) == Array(document.utf8))
    let broken = document.replacing("Sale", with: "Sold")
    #expect(try other.control("POST", "/__import", broken).status == 400)
    #expect(try export(other) == Array(document.utf8))
  }

  @Test(
    "the numbers of pushes go on after a reset, so that no device takes a new push for an old one")
  func numbers() throws {
    let platform = try TestPlatform()
    for _ in 1...3 { try platform.simulator.send(push: [:], to: "t-1") }
    let last = try #require(platform.simulator.pushes(of: "t-1").last?.number)
    _ = try platform.control("POST", "/__reset")
    try platform.simulator.send(push: [:], to: "t-1")

    #expect(platform.simulator.pushes(of: "t-1").map(\.number) == [last + 1])
  }

  @Test("counters at their bound can be imported, and count on")
  func largestCounters() throws {
    let platform = try TestPlatform()
    let empty = String(decoding: try export(platform), as: UTF8.self)
      .replacing(/"check":"[0-9a-f]+",/, with: "")
    let names = [
      "subscriptionCount", "mobileEventsDropped", "unmatchedProfileUpdates", "campaignCount",
      "pushesDropped", "lastPush",
    ]
    let full = names.reduce(empty) {
      $0.replacing("\"\($1)\":0", with: "\"\($1)\":9007199254740991")
    }

    #expect(try platform.control("POST", "/__import", full).status == 200)
    try fill(platform)
    _ = try platform.answer(profileUpdate(as: resource, ["n": 1]))

    #expect(try platform.control("GET", "/__state").status == 200)
    #expect(
      platform.simulator.pushes(of: "t-9").map(\.number).allSatisfy { $0 > 9_007_199_254_740_991 })
  }

  // Two processes wrote the same file in turn, and each lost the changes of the other.
  @Test("a second simulator with the same file is refused, until the first one has stopped")
  func locked() throws {
    let first = try platform()
    let before = try contents()
    var options = SimulatorOptions()
    options.stateFile = path

    let error = #expect(throws: SimulatorError.self) { try Simulator(options).start() }
    #expect(error == .inUse("\(path): the state file is in use by process \(getpid())"))
    #expect(try contents() == before)
    first.simulator.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["state.json"])

    let next = try platform()
    next.simulator.stop()
  }

  @Test("a start that fails for another reason releases the file")
  func released() throws {
    let other = try TestPlatform()
    var options = SimulatorOptions(port: other.address.port)
    options.stateFile = path
    #expect(throws: SimulatorError.self) { try Simulator(options).start() }

    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    try platform().simulator.stop()
  }

  // The link was replaced by a file, and the file that it led to kept the old state.
  @Test("a link in place of the file is refused, and stays", arguments: [true, false])
  func link(isDangling: Bool) throws {
    let target = directory.path + "/target.json"
    if !isDangling { try Data("{}".utf8).write(to: URL(fileURLWithPath: target)) }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    var options = SimulatorOptions()
    options.stateFile = path

    let error = #expect(throws: SimulatorError.self) { try Simulator(options).start() }
    #expect(error == .state("\(path): is a link; name the file itself"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
  }

  @Test("a path that cannot be written, and one that is not a file, are refused at the start")
  func unusable() throws {
    for path in ["/nowhere/state.json", directory.path] {
      var options = SimulatorOptions()
      options.stateFile = path
      let error = #expect(throws: SimulatorError.self) { try Simulator(options).start() }
      #expect(error?.message.hasPrefix(path) == true)
    }
  }

  @Test("a state beyond the limit is reported once, and the file keeps the last one that fit")
  func tooLarge() async throws {
    let complaints = RecordedTexts()
    let platform = try TestPlatform { [path] in
      $0.stateFile = path
      $0.limits.stateBytes = 2000
      $0.complain = { complaints.append($0) }
    }
    let before = try contents()
    for number in 1...20 { _ = try platform.answer(subscribe(token: "t-\(number)")) }
    try await eventually { !complaints.all.isEmpty }
    platform.simulator.stop()

    #expect(complaints.all.count == 1)
    #expect(complaints.all.first?.contains("not written, because the state has") == true)
    #expect(try contents() == before)
  }
}
