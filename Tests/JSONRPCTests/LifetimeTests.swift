import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

/// A connection releases its objects: calls when they end, and itself at its own end.
@Suite(.timeLimit(.minutes(10))) struct LifetimeTests {
  /// Every kind of method.
  static let methods = [
    "now", "after", "ask", "free", "freeAfter", "later", "durable", "task", "barrier", "watched",
    "late", "events", "refuse", "nothing",
  ]

  enum Form: CaseIterable {
    case alone, notification, batch, batchOfNotifications

    func message(_ method: String) -> String {
      let request = LocalPeer<PeerFixture>.request(method, "a")
      let notice = #"{"jsonrpc":"2.0","method":"\#(method)","params":["a"]}"#
      let second = LocalPeer<PeerFixture>.request(method, "a").replacing(
        #""id":"a""#, with: #""id":"b""#)
      return switch self {
      case .alone: request
      case .notification: notice
      // In addition: a call that is answered at once, a rejected one, and the same id again.
      case .batch:
        "["
          + [LocalPeer<PeerFixture>.request("now", "n"), request, second, request, "1", notice]
          .joined(separator: ",") + "]"
      case .batchOfNotifications: "[\(notice),\(notice)]"
      }
    }
  }

  /// The event that happens during the call.
  enum Turn: CaseIterable {
    case none, cancellation, stop, end
  }

  @Test(
    "a connection leaves nothing, after any calls and any kind of end", arguments: methods,
    Form.allCases)
  func nothingIsLeft(method: String, form: Form) async throws {
    for turn in Turn.allCases {
      let traces = try await Self.play(method, form, turn)

      #expect(traces.count >= 3)
      var asking = Poll()
      while !traces.living.isEmpty, asking.continues() { await Task.yield() }
      #expect(traces.living == [], "\(method), \(form), \(turn)")
    }
  }

  /// Plays a connection from its beginning to its end.
  private static func play(_ method: String, _ form: Form, _ turn: Turn) async throws -> Traces {
    let local = LocalPeer<PeerFixture>.fixture()
    let (fixture, traces) = (local.fixture, local.fixture.traces)
    traces.watch(local.peer, as: "peer")
    traces.watch(local.channel, as: "channel")
    traces.watch(fixture, as: "context")
    traces.watch(fixture.remote, as: "remote")

    local.receive(form.message(method))
    switch turn {
    case .none: break
    case .cancellation:
      local.cancel("a")
      local.cancel("b")
    case .stop: local.peer.stop {}
    case .end: local.peer.ended()
    }
    fixture.open("a")
    try await local.finishCalls()
    if turn != .end { local.peer.ended() }
    await local.channel.waitForClose()
    return traces
  }

  @Test("an ended call is released while its connection lives", arguments: methods)
  func callsAreLetGo(method: String) async throws {
    let local = LocalPeer<PeerFixture>.fixture()
    for form in Form.allCases {
      local.receive(form.message(method))
      local.fixture.open("a")
      try await local.finishCalls()
      #expect(local.fixture.traces.living == [], "\(form)")
    }
  }

  @Test(
    "closures registered after the end of a call are neither retained nor run, except the one after its answer"
  )
  func late() throws {
    let local = LocalPeer<PeerFixture>.fixture()

    local.request(("late", "a"))
    local.cancel("a")
    local.peer.stop {}

    #expect(try local.answersByNow() == ["a: 1"])
    #expect(local.fixture.log == ["start a", "a", "answered a"])
  }
}

extension LocalPeer<PeerFixture> {
  /// Answers all waiting calls until no call is left.
  fileprivate func finishCalls() async throws {
    var asking = Poll()
    while fixture.traces.living.contains(where: { $0 == "batch" || $0.hasPrefix("call") }),
      asking.continues()
    {
      for message in channel.takeAll() where message.contains("host.ask") {
        let id = try JSONParser.parse(Array(message.utf8)).value["id"]?.text ?? ""
        receive(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
      }
      fixture.answerAll()
      fixture.commit()
      fixture.forgetCalls()
      await Task.yield()
    }
  }
}
