import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// Calls that are interrupted while they run.
@Suite(.timeLimit(.minutes(10))) struct RunningCallTests {
  /// The actions that effects of these calls perform.
  private final class Actions: Sendable {
    private struct State {
      var all: [String: @Sendable () -> Void] = [:]
      var waiting: CheckedContinuation<Void, Never>?
      var isOpen = false
    }

    private let state = Mutex(State())

    func set(_ name: String, _ action: @escaping @Sendable () -> Void) {
      state.withLock { $0.all[name] = action }
    }

    /// Performs an action once.
    func perform(_ name: String) { state.withLock { $0.all.removeValue(forKey: name) }?() }

    /// Lets a preparation wait until the messages of the test have been read.
    func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting = continuation }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }
  }

  private static func peer(_ actions: Actions) -> LocalPeer<NoContext> {
    @Sendable func effect(_ name: String, _ reply: Reply) -> Effect {
      { () throws(RPCError) in
        actions.perform(name)
        return reply
      }
    }
    let result = Reply.result(Array("1".utf8))
    let methods = Dispatcher([
      MethodEntry(name: "ordered", order: .ordered) { _, _ throws(RPCError) in
        .now(effect("ordered", result))
      },
      MethodEntry(name: "prepared", order: .ordered) { _, _ throws(RPCError) in
        .after { () async throws(RPCError) in
          await actions.pass()
          return effect("prepared", result)
        }
      },
      MethodEntry(name: "freePrepared", order: .free) { _, _ throws(RPCError) in
        .after { () async throws(RPCError) in
          await actions.pass()
          return effect("freePrepared", result)
        }
      },
      MethodEntry(name: "freeDeferred", order: .free) { _, _ throws(RPCError) in
        .now(effect("freeDeferred", .deferred))
      },
      MethodEntry(name: "chain", order: .ordered) { call, _ throws(RPCError) in
        .now { () throws(RPCError) in
          call.afterReply { call.afterReply { actions.perform("chain") } }
          return result
        }
      },
    ])
    return LocalPeer(methods, options: .forTests()) { _ in NoContext() }
  }

  private static func request(_ method: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)"}"#
  }

  @Test("a call that is cancelled while it takes effect is answered with its result")
  func cancelledInEffect() async throws {
    let actions = Actions()
    let local = Self.peer(actions)
    actions.set("freePrepared") {
      local.receive(
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"freePrepared"}}"#)
    }

    local.receive(Self.request("freePrepared"))
    actions.open()

    #expect(try await local.next()?["result"] == 1)
  }

  @Test("a call that the other side abandons takes no step from the thread that runs the others")
  func abandonedBesideRunner() async throws {
    let actions = Actions()
    let local = Self.peer(actions)
    // The first effect runs on the thread of its preparation, and the second call waits for its turn.
    actions.set("prepared") {
      local.peer.abandon()
      local.receive(Self.request("freeDeferred"))
    }

    local.receive(Self.request("prepared"), Self.request("ordered"))
    actions.open()

    let answers = [try await local.next()?["id"], try await local.next()?["id"]]
    #expect(answers == ["prepared", "ordered"])
  }

  @Test("an action after the answer may add another one")
  func chain() {
    let actions = Actions()
    let local = Self.peer(actions)
    let last = Counter()
    actions.set("chain") { last.increment() }

    #expect(local.exchange(Self.request("chain")).count == 1)

    #expect(last.value == 1)
  }
}
