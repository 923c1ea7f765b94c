import BridgeClient
import Glibc
import JSONCodec
import Synchronization
import System

extension Bridge {
  /// The reference of the handlers to the client, which exists only after its first connection.
  final class Owner: Sendable {
    let bridge = Mutex(WeakBridge())

    /// Makes the handlers of the connection with that number. One that was replaced reports nothing more.
    func handlers(_ host: Host, connection number: Int) -> BridgeConnection.Handlers {
      BridgeConnection.Handlers(
        notification: { [self] method, parameters in
          let value = JSONValue(parameters)
          let bridge = bridge.withLock { $0.bridge }
          guard bridge?.receives(method, value, by: number) != false else { return }
          host.notification(method, value)
        },
        answer: { try await host.answers[$0]?(JSONValue($1))?.document },
        ended: { [self] in bridge.withLock { $0.bridge }?.lost(number) })
    }
  }

  struct WeakBridge { weak var bridge: Bridge? }

  /// Records a notification. Returns false if its connection was replaced.
  private func receives(_ method: String, _ parameters: JSONValue, by number: Int) -> Bool {
    let outcomes: AsyncStream<OutcomeItem>.Continuation?? = state.withLock { state in
      guard state.number == number else { return nil }
      state.registrations.received(method, parameters)
      return .some(state.outcomes)
    }
    guard let outcomes else { return false }
    if let outcomes, let item = OutcomeItem(method, parameters) { outcomes.yield(item) }
    return true
  }

  /// Records the answer to a call. Runs on the thread that reads, so that later events are recorded after it.
  func answered(
    _ method: String, _ parameters: [String: JSONValue], _ result: JSON, by link: Link
  ) {
    state.withLock { state in
      state.registrations.succeeded(method, parameters, JSONValue(result))
      guard state.link === link else { return }
      if method == "bridge.shutdown" { state.phase = .closed }
      if state.phase == .new { state.phase = .open }
    }
  }

  /// Reports the loss of the working connection, if it has that number, and tries to open another one: after 0.1 s, then
  /// after pauses that double up to 10 s.
  func lost(_ number: Int) {
    // Nothing follows on a closed client.
    defer { state.withLock { $0.phase == .closed ? $0.outcomes : nil }?.finish() }
    let isLost = state.update { state in
      guard state.number == number, state.phase == .open else { return false }
      state.phase = reconnects ? .lost : .closed
      state.reporter = pthread_self()
      return true
    }
    guard isLost else { return }
    report(.lost)
    guard reconnects else { return }
    Task.detached { [weak self] in
      var pause = Duration.milliseconds(100)
      repeat {
        try? await ProcessTimer.shared.sleep(for: pause)
        pause = min(pause * 2, .seconds(10))
      } while await self?.isLostAfterReopening() == true
    }
  }

  /// Reports a change on the thread that is in `reporter`. `close` waits for the end.
  private func report(_ change: ConnectionChange) {
    host.connection(change)
    state.update { $0.reporter = nil }
  }

  private func isLostAfterReopening() async -> Bool {
    let begun: (old: Link, number: Int)? = state.withLock { state in
      guard state.phase == .lost else { return nil }
      state.isReopening = true
      state.number += 1
      return (state.link, state.number)
    }
    guard let begun else { return false }
    let refused = await reopen(begun.old, begun.number)
    // `close` waits for this.
    let isWanted = state.update { state in
      (state.isReopening, state.next) = (false, nil)
      guard refused != nil, state.phase == .lost else { return false }
      state.reporter = pthread_self()
      return true
    }
    guard let refused else { return true }
    guard isWanted else { return false }
    report(.restored(refused: refused))
    let link = state.withLock { state in
      if state.phase == .lost { state.phase = .open }
      return state.link
    }
    if link.connection.hasEnded { lost(begun.number) }
    return false
  }

  /// Opens a connection and registers everything. Returns the methods that the bridge refused; nil if it failed, or if the
  /// client was closed: then nothing of it is left.
  private func reopen(_ old: Link, _ number: Int) async -> [String]? {
    let handlers = owner.handlers(host, connection: number)
    let link = await onThread { [open] in
      // Its successor uses the same directory.
      old.process?.end(timeout: .seconds(5))
      return try? open(handlers)
    }
    guard let link else { return nil }
    let isAwaited = state.withLock { state in
      state.next = link
      return state.phase == .lost
    }
    if isAwaited, let (refused, subscribed) = try? await register(link) {
      let isWanted = state.withLock { state in
        guard state.phase == .lost else { return false }
        state.link = link
        // From here on, leaving a stream ends its subscription on this connection. This one was left before.
        if subscribed, !state.registrations.hasOutcomes { endOutcomes(on: link, &state) }
        return true
      }
      if isWanted { return refused }
    }
    // A bridge that did not answer may not end the connection either.
    await onThread { _ = link.close(until: .after(isAwaited ? .zero : .seconds(5))) }
    return nil
  }

  /// Repeats the registrations on a new connection. Returns the methods that the bridge refused, and true if it subscribed to
  /// outcomes.
  private func register(
    _ link: Link
  ) async throws(BridgeError) -> (refused: [String], subscribed: Bool) {
    let time = Duration.seconds(30)
    if let token {
      _ = try await link.call("bridge.authenticate", ["token": .string(token())], within: time)
    }
    let epoch = try await link.call("bridge.info", within: time)["epoch"]?.stringValue
    let calls = state.withLock { $0.registrations.calls(for: epoch) }
    var refused: [String] = []
    for call in calls {
      do throws(BridgeError) {
        _ = try await link.call(call.method, call.parameters, within: time) { [self] result in
          state.withLock { $0.registrations.repeated(call, JSONValue(result)) }
          // Before the first event behind it.
          if let gap = result["gap"], gap != .null {
            host.notification("events.gap", JSONValue(gap))
          }
        }
      } catch .refused {
        refused.append(call.method)
      }
    }
    state.withLock { $0.registrations.processEpoch = epoch }
    return (refused, calls.contains { $0.method == "outcomes.subscribe" })
  }
}
