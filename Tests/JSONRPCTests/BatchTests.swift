import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  let local = LocalPeer<PeerFixture>.fixture()

  private func batch(_ elements: String...) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }
  private func request(_ method: String, _ name: String) -> String {
    LocalPeer<PeerFixture>.request(method, name)
  }
  private func result(_ name: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(name)","result":"\#(name)"}"#
  }

  @Test("a batch is answered as a whole, in the order of its elements, after the last one")
  func whole() async throws {
    local.receive(batch(request("after", "a"), request("now", "b"), request("free", "c")))

    #expect(local.channel.takeAll() == [])
    local.fixture.open("a")
    let answer = await local.channel.next()
    #expect(answer == batch(result("a"), result("b"), result("c")))
  }

  @Test("other messages are answered while a batch waits")
  func overtaking() async throws {
    local.receive(batch(request("task", "t"), request("now", "a")))

    local.request(("now", "b"))
    #expect(try local.answersByNow() == ["b"])
    local.fixture.open("t")
    #expect(await local.channel.next() == batch(result("t"), result("a")))
  }

  @Test("the messages after a call's answer follow the batch")
  func afterReply() throws {
    local.receive(batch(request("events", "a"), request("now", "b")))

    #expect(
      local.channel.takeAll() == [
        #"{"jsonrpc":"2.0","method":"event","params":[1]}"#,
        batch(result("a"), result("b")),
        #"{"jsonrpc":"2.0","method":"event","params":[2]}"#,
      ])
  }

  @Test("an id used twice in one batch stays in flight until both calls are done")
  func duplicateID() throws {
    local.receive(batch(request("now", "a"), request("now", "a"), request("nothing", "a")))

    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer[0]?["result"] == "a")
    #expect(answer[1]?["error"]?["code"] == -32600)
    #expect(answer[2]?["error"]?["code"] == -32600)
    #expect(answer[1]?["id"] == "a")
    local.request(("now", "a"))
    #expect(try local.answersByNow() == ["a"])
  }

  @Test("a call within a batch can be cancelled")
  func cancellation() throws {
    local.receive(batch(request("after", "a"), request("now", "b")))

    local.cancel("a")
    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer[0]?["error"]?["code"] == -32800)
    #expect(answer[1]?["result"] == "b")
  }

  @Test("a batch longer than allowed is rejected as a whole", arguments: [3, 4])
  func length(count: Int) throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.batchLength = 3 }
    let elements = (0..<count).map { request("now", "\($0)") }

    local.receive("[" + elements.joined(separator: ",") + "]")

    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    if count == 3 {
      #expect(answer.arrayValue?.count == 3)
    } else {
      #expect(answer["id"] == .null)
      #expect(answer["error"]?["code"] == -32600)
      #expect(answer["error"]?["data"]?["limit"] == "batchLength")
      #expect(answer["error"]?["data"]?["max"] == 3)
      #expect(local.fixture.log == [])
    }
  }

  @Test("a batch with more calls than may be in flight is answered completely")
  func inFlight() async throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.inFlight = 2 }
    let names = (0..<20).map { "\($0)" }

    local.receive("[" + names.map { request("task", $0) }.joined(separator: ",") + "]")
    for name in names { local.fixture.open(name) }

    #expect(await local.channel.next() == "[" + names.map(result).joined(separator: ",") + "]")
  }

  @Test("a batch of durable calls, including notifications, is answered after their commit")
  func durable() async throws {
    local.receive(
      batch(
        request("durable", "a"), #"{"jsonrpc":"2.0","method":"durable","params":["n"]}"#,
        request("durable", "b")))

    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    #expect(answer.arrayValue?.map { $0["result"] } == ["durable", "durable"])
  }
}

@Suite struct BatchAnswerTests {
  private func answer(maxBytes: Int, sizes: [Int]) -> [JSON] {
    var batch = BatchAnswer(count: sizes.count, maxBytes: maxBytes)
    var message: [UInt8]?
    for (index, size) in sizes.enumerated() {
      let value = JSON.string(String(repeating: "x", count: size - 2)).bytes
      message = batch.set(index, id: .number(JSONNumber(index)), .success(value))
    }
    return message.flatMap { bytes in try? JSONParser.parse(bytes).value.arrayValue } ?? []
  }

  @Test(
    "results beyond the limit become errors, and small ones always fit",
    arguments: [
      (max: 100, sizes: [50, 50], refused: []),
      (max: 100, sizes: [51, 50], refused: [0]),
      (max: 100, sizes: [50, 51], refused: [1]),
      (max: 100, sizes: [101], refused: [0]),
      (max: 4_096, sizes: [3_000, 1_000, 1_000], refused: [0]),
      (max: 10_000, sizes: [9_000, 500, 1_024], refused: [0]),
      (max: 10_000, sizes: [7_952, 1_024, 1_024], refused: []),
      (max: 10_000, sizes: [7_000, 1_024, 2_000], refused: [2]),
    ])
  func limit(max: Int, sizes: [Int], refused: [Int]) {
    let answers = answer(maxBytes: max, sizes: sizes)

    #expect(answers.count == sizes.count)
    #expect(answers.indices.filter { answers[$0]["error"] != nil } == refused)
    for index in refused {
      #expect(answers[index]["error"]?["code"] == -32003)
      #expect(answers[index]["error"]?["data"]?["limit"] == "batchBytes")
    }
  }
}
