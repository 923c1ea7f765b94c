import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

/// What a connection holds it lets go of: the calls when they are over, itself when it is.
@Suite(.timeLimit(.minutes(10))) struct LifetimeTests {
  /// Every kind of method that there is.
  static let methods = [
    "now", "after", "ask", "free", "freeAfter", "later", "durable", "task", "barrier", "watched",
    "late", "events", "refuse", "nothing",
  ]

  enum Form: CaseIterable {
    case alone, notification, batch, batchOfNotifications

    func message(_ method: String) -> String {
      let request = LocalPeer<Scene>.request(method, "a")
      let notice = #"{"jsonrpc":"2.0","method":"\#(method)","params":["a"]}"#
      let second = LocalPeer<Scene>.request(method, "a").replacing(#""id":"a""#, with: #""id":"b""#)
      return switch self {
      case .alone: request
      case .notification: notice
      // Beside it: one that is answered at once, one that is refused, and the same id once more.
      case .batch:
        "["
          + [LocalPeer<Scene>.request("now", "n"), request, second, request, "1", notice]
          .joined(separator: ",") + "]"
      case .batchOfNotifications: "[\(notice),\(notice)]"
      }
    }
  }

  /// What comes while the call is under way.
  enum Turn: CaseIterable {
    case none, cancellation, stop, end
  }

  @Test(
    "nothing is left of a connection, whatever was called and however it ended", arguments: methods,
    Form.allCases)
  func nothingIsLeft(method: String, form: Form) async throws {
    for turn in Turn.allCases {
      let traces = try await Self.play(method, form, turn)

      #expect(traces.count >= 3)
      var asking = Asking()
      while !traces.living.isEmpty, asking.goesOn() { await Task.yield() }
      #expect(traces.living == [], "\(method), \(form), \(turn)")
    }
  }

  /// A connection from its beginning to its end.
  private static func play(_ method: String, _ form: Form, _ turn: Turn) async throws -> Traces {
    let local = LocalPeer<Scene>.scene()
    let (scene, traces) = (local.scene, local.scene.traces)
    traces.watch(local.peer, as: "peer")
    traces.watch(local.channel, as: "channel")
    traces.watch(scene, as: "context")
    traces.watch(scene.remote, as: "remote")

    local.receive(form.message(method))
    switch turn {
    case .none: break
    case .cancellation:
      local.cancel("a")
      local.cancel("b")
    case .stop: local.peer.stop {}
    case .end: local.peer.ended()
    }
    scene.open("a")
    try await local.finishCalls()
    if turn != .end { local.peer.ended() }
    await local.channel.waitForClose()
    return traces
  }

  @Test("a call that is over is let go of while its connection lives", arguments: methods)
  func callsAreLetGo(method: String) async throws {
    let local = LocalPeer<Scene>.scene()
    for form in Form.allCases {
      local.receive(form.message(method))
      local.scene.open("a")
      try await local.finishCalls()
      #expect(local.scene.traces.living == [], "\(form)")
    }
  }

  @Test("what is asked for after the end of a call is neither kept nor run, but for its answer")
  func late() throws {
    let local = LocalPeer<Scene>.scene()

    local.request(("late", "a"))
    local.cancel("a")
    local.peer.stop {}

    #expect(try local.answersByNow() == ["a: 1"])
    #expect(local.scene.log == ["start a", "a", "answered a"])
  }
}

extension LocalPeer<Scene> {
  /// Answers all that waits, until no call is left.
  fileprivate func finishCalls() async throws {
    var asking = Asking()
    while scene.traces.living.contains(where: { $0 == "batch" || $0.hasPrefix("call") }),
      asking.goesOn()
    {
      for message in channel.takeAll() where message.contains("host.ask") {
        let id = try JSONParser.parse(Array(message.utf8)).value["id"]?.text ?? ""
        receive(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
      }
      scene.answerAll()
      scene.commit()
      scene.forgetCalls()
      await Task.yield()
    }
  }
}
