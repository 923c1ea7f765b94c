import JSONCodec
import System
import TestSupport
import Testing

@testable import BridgeClient

@Suite("The client of the commands") struct BridgeConnectionTests {
  @Test("a call is a line of JSON-RPC, and its result comes back")
  func call() throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "mobileEvent", ["sid": "px"])
    let request = try bridge.next()
    bridge.answer(request, ["requestId": "a"])

    #expect(
      request == ["jsonrpc": "2.0", "id": 1, "method": "mobileEvent", "params": ["sid": "px"]])
    #expect(try call.get() == ["requestId": "a"])
  }

  @Test("a call without parameters has no params at all")
  func noParams() throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "bridge.ping")
    let request = try bridge.next()
    bridge.answer(request, "pong")

    #expect(request == ["jsonrpc": "2.0", "id": 1, "method": "bridge.ping"])
    #expect(try call.get() == "pong")
  }

  @Test("answers are matched to their calls, in any order and any division into packets")
  func pipelined() throws {
    let bridge = try FakeBridge()

    let calls = ["a", "b", "c"].map { ($0, PendingCall(bridge.client, $0)) }
    let requests = [try bridge.next(), try bridge.next(), try bridge.next()].compactMap(\.self)
    let answers = requests.reversed().map { request in
      let answer: JSON = [
        "jsonrpc": "2.0", "id": request["id"]!, "result": request["method"]!,
      ]
      return answer.text + "\r\n\n"
    }.joined()
    for part in [answers.prefix(7), answers.dropFirst(7).prefix(60), answers.dropFirst(67)] {
      bridge.say(String(part))
    }

    for (method, call) in calls { #expect(try call.get() == .string(method)) }
  }

  @Test("an error is thrown unchanged")
  func error() throws {
    let bridge = try FakeBridge()
    let error: JSON = ["code": -32602, "message": "sid: missing", "data": ["parameter": "sid"]]

    let call = PendingCall(bridge.client, "mobileEvent")
    bridge.say(["jsonrpc": "2.0", "id": try bridge.next()!["id"]!, "error": error])

    #expect(throws: CallFailure.refused(error)) { try call.get() }
  }

  @Test("an error without an id fails every waiting call")
  func errorWithoutID() throws {
    let bridge = try FakeBridge()
    let error: JSON = ["code": -32003, "message": "too large"]

    let call = PendingCall(bridge.client, "mobileEvent")
    _ = try bridge.next()
    bridge.say(["jsonrpc": "2.0", "id": nil, "error": error])

    #expect(throws: CallFailure.refused(error)) { try call.get() }
  }

  @Test("requests of the bridge are answered while a call waits, with their own ids")
  func callback() throws {
    let bridge = try FakeBridge(
      BridgeConnection.Handlers(callback: { method, params in
        method == "provider.getToken" ? .string("token of \(params["provider"]!.text)") : nil
      }))

    let call = PendingCall(bridge.client, "getPushToken")
    let request = try bridge.next()
    bridge.say([
      "jsonrpc": "2.0", "id": "s-1", "method": "provider.getToken",
      "params": ["provider": "ios-apns"],
    ])
    let token = try bridge.next()
    bridge.say(["jsonrpc": "2.0", "id": "s-2", "method": "provider.getJWT", "params": [:]])
    let unknown = try bridge.next()
    bridge.answer(request, true)

    #expect(token == ["jsonrpc": "2.0", "id": "s-1", "result": "token of \"ios-apns\""])
    #expect(unknown?["id"] == "s-2")
    #expect(unknown?["error"]?["code"] == -32601)
    #expect(try call.get() == true)
  }

  @Test("notifications are delivered in order, before the answers that follow them")
  func notifications() throws {
    let heard = Monitor<[JSON]>([])
    let bridge = try FakeBridge(
      BridgeConnection.Handlers(notification: { _, params in heard.update { $0.append(params) } }))

    let call = PendingCall(bridge.client, "bridge.ping")
    let request = try bridge.next()
    for number: JSON in [1, 2, 3] {
      bridge.say(["jsonrpc": "2.0", "method": "event", "params": [number]])
    }
    bridge.answer(request, "pong")
    _ = try call.get()

    #expect(heard.update { $0 } == [[1], [2], [3]])
  }

  @Test("answers with an unknown id are ignored")
  func foreignAnswers() throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "bridge.ping")
    let request = try bridge.next()
    bridge.say(["jsonrpc": "2.0", "id": 77, "result": 1])
    bridge.say(["jsonrpc": "2.0", "id": "1", "result": 2])
    bridge.answer(request, "pong")

    #expect(try call.get() == "pong")
  }

  @Test(
    "a message that is not JSON-RPC ends the connection and fails every call",
    arguments: ["Segmentation fault\n", "{\"jsonrpc\":\n", "[]\n", "{}\n", "\u{0}\u{1}{\n"])
  func garbage(_ text: String) throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "bridge.ping")
    _ = try bridge.next()
    bridge.say(text)

    #expect(throws: CallFailure.unintelligible(String(text.dropLast()))) { try call.get() }
  }

  @Test("after the peer closes, waiting calls fail, and later calls fail at once")
  func end() throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "bridge.ping")
    _ = try bridge.next()
    bridge.end()

    #expect(throws: CallFailure.disconnected) { try call.get() }
    #expect(throws: CallFailure.disconnected) { try bridge.client.call("bridge.ping") }
    #expect(bridge.client.waitForEnd(until: .after(testTimeout)))
  }

  @Test("a call times out at its deadline, and its late answer is ignored")
  func deadline() throws {
    let bridge = try FakeBridge()

    #expect(throws: CallFailure.notAnswered) {
      try bridge.client.call("slow", until: .after(.milliseconds(1)))
    }
    bridge.answer(try bridge.next(), "late")
    let call = PendingCall(bridge.client, "bridge.ping")
    bridge.answer(try bridge.next(), "pong")

    #expect(try call.get() == "pong")
  }

  @Test("calls over the limit are refused, and sent again when one has been answered")
  func limit() throws {
    let bridge = try FakeBridge(maxOpenCalls: 1)

    let call = PendingCall(bridge.client, "first")
    let first = try bridge.next()
    #expect(throws: CallFailure.tooManyCalls) { try bridge.client.call("second") }
    bridge.answer(first, 1)
    _ = try call.get()
    let third = PendingCall(bridge.client, "third")
    bridge.answer(try bridge.next(), 3)

    #expect(try third.get() == 3)
  }

  @Test("answers still arrive after the client has closed its output")
  func finishSending() throws {
    let bridge = try FakeBridge()

    let call = PendingCall(bridge.client, "bridge.ping")
    let request = try bridge.next()
    bridge.client.finishSending()
    let end = try bridge.next()
    bridge.answer(request, "pong")

    #expect(end == nil)
    #expect(try call.get() == "pong")
  }

  @Test("a call whose time is over, or whose task is cancelled, is cancelled at the bridge")
  func cancelledCalls() async throws {
    let bridge = try FakeBridge()
    let client = bridge.client

    await #expect(throws: CallFailure.notAnswered) {
      try await client.call(client.request("slow"), within: .zero)
    }
    let first = try await bridge.arrival(of: "slow")
    #expect(try await bridge.arrival(of: "$/cancelRequest")["params"] == ["id": first["id"] ?? nil])
    let task = Task { try await client.call(client.request("slow"), within: .seconds(3600)) }
    let second = try await bridge.arrival(of: "slow")
    task.cancel()

    await #expect(throws: CallFailure.notAnswered) { try await task.value }
    var cancelled = try await bridge.arrival(of: "$/cancelRequest")["params"]
    // The first call may have been cancelled twice, by the timer and by its task.
    if cancelled == ["id": first["id"] ?? nil] {
      cancelled = try await bridge.arrival(of: "$/cancelRequest")["params"]
    }
    #expect(cancelled == ["id": second["id"] ?? nil])
  }

  @Test("a call of a task that is cancelled already is not sent")
  func cancelledBefore() async throws {
    let bridge = try FakeBridge()
    let client = bridge.client

    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.call(client.request("never"), within: .seconds(3600))
    }
    task.cancel()
    await #expect(throws: CallFailure.notAnswered) { try await task.value }
    let call = PendingCall(client, "bridge.ping")
    let request = try await bridge.arrival()
    bridge.answer(request, "pong")

    #expect(request?["method"] == "bridge.ping")
    #expect(try call.get() == "pong")
  }

  @Test("the result of a call is reported before the next message is read")
  func answered() async throws {
    let heard = Monitor<[JSON]>([])
    let bridge = try FakeBridge(
      BridgeConnection.Handlers(notification: { _, params in heard.update { $0.append(params) } }))
    let client = bridge.client

    let task = Task {
      try await client.call(client.request("subscribe"), within: .seconds(60)) { result in
        heard.update { $0.append(result) }
      }
    }
    let request = try await bridge.arrival()
    let answer: JSON = ["jsonrpc": "2.0", "id": request?["id"] ?? nil, "result": 1]
    let event: JSON = ["jsonrpc": "2.0", "method": "event", "params": [2]]
    bridge.say(answer.text + "\n" + event.text + "\n")

    #expect(try await task.value == 1)
    #expect(heard.wait(until: .after(testTimeout)) { $0.count == 2 ? $0 : nil } == [1, [2]])
  }

  @Test("a host can answer late, and fail")
  func lateAnswers() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "signed out" }
    let isReady = Monitor(false)
    let bridge = try FakeBridge(
      BridgeConnection.Handlers(answer: { method, _ in
        if method == "fails" { throw Refusal() }
        while !isReady.update({ $0 }) { await Task.yield() }
        return "late"
      }))

    bridge.say(["jsonrpc": "2.0", "id": "s-1", "method": "slow", "params": [:]])
    bridge.say(["jsonrpc": "2.0", "id": "s-2", "method": "fails", "params": [:]])
    let failure = try await bridge.arrival()
    isReady.update { $0 = true }
    let late = try await bridge.arrival()

    #expect(failure?["id"] == "s-2" && failure?["error"]?["message"] == "signed out")
    #expect(late == ["jsonrpc": "2.0", "id": "s-1", "result": "late"])
  }
}
