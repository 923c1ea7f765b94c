import BridgeClient
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
          let isReplaced = bridge.withLock { $0.bridge }?.state.withLock { state in
            guard state.number == number else { return true }
            state.registrations.received(method, value)
            return false
          }
          if isReplaced != true { host.notification(method, value) }
        },
        callback: { host.answers[$0]?(JSONValue($1))?.json },
        ended: { [self] in bridge.withLock { $0.bridge }?.lost(number) })
    }
  }

  struct WeakBridge { weak var bridge: Bridge? }

  /// Reports the loss of the working connection, if it has that number, and tries to open another one: after 0.1 s, then
  /// after pauses that double up to 10 s.
  func lost(_ number: Int) {
    let (wasOpen, reconnects) = state.withLock { state in
      guard state.number == number else { return (false, false) }
      defer { state.isOpen = false }
      return (state.isOpen, state.reconnects)
    }
    guard wasOpen else { return }
    host.connection(.lost)
    guard reconnects else { return }
    Task.detached { [weak self] in
      var pause = Duration.milliseconds(100)
      repeat {
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .seconds(10))
      } while await self?.isLostAfterReopening() == true
    }
  }

  private func isLostAfterReopening() async -> Bool {
    let (old, number, reconnects) = state.withLock { state in
      state.number += 1
      return (state.link, state.number, state.reconnects)
    }
    guard reconnects else { return false }
    // Its successor uses the same directory.
    old.process?.end(patience: .seconds(5))
    guard let link = try? open(owner.handlers(host, connection: number)) else { return true }
    let isAwaited = state.withLock { state in
      if state.reconnects { state.next = link }
      return state.reconnects
    }
    guard isAwaited, let refused = try? await register(link) else {
      link.close()
      // A process that hangs would keep the directory.
      link.process?.end(patience: .zero)
      return isAwaited
    }
    let isWanted = state.withLock { state in
      if state.reconnects { (state.link, state.isOpen) = (link, true) }
      state.next = nil
      return state.reconnects
    }
    guard isWanted else {
      link.close()
      return false
    }
    host.connection(.restored(refused: refused))
    if link.connection.hasEnded { lost(number) }
    return false
  }

  /// Repeats the registrations on a new connection. Returns the methods that the bridge refused.
  private func register(_ link: Link) async throws(BridgeError) -> [String] {
    let time = Duration.seconds(30)
    if let token {
      _ = try await link.call("bridge.authenticate", ["token": .string(token())], within: time)
    }
    let epoch = try await link.call("bridge.info", within: time)["epoch"]?.stringValue
    let calls = state.withLock { $0.registrations.calls(for: epoch) }
    var refused: [String] = []
    for call in calls {
      do throws(BridgeError) {
        let result = try await link.call(call.method, call.parameters, within: time)
        _ = state.withLock {
          $0.registrations.succeeded(call.method, call.parameters, result)
        }
        if let gap = result["gap"], gap != .null { host.notification("events.gap", gap) }
      } catch .refused {
        refused.append(call.method)
      }
    }
    state.withLock { $0.registrations.processEpoch = epoch }
    return refused
  }
}

extension Bridge.Link {
  func call(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    within time: Duration = .seconds(86_400)
  ) async throws(BridgeError) -> JSONValue {
    do throws(CallFailure) {
      let parameters = JSON.object(JSONValue.object(parameters))
      return JSONValue(try await connection.call(method, parameters, within: time))
    } catch {
      throw BridgeError(error)
    }
  }

  @discardableResult
  func close() -> Int32? {
    connection.finishSending()
    let deadline = Deadline.after(.seconds(10))
    _ = connection.waitForEnd(until: deadline)
    return process?.waitForExit(until: deadline)
  }
}
