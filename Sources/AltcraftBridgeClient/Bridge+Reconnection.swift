import BridgeClient
import JSONCodec
import Synchronization
import System

extension Bridge {
  /// The reference of the handlers to the client, which exists only after its first connection.
  final class Owner: Sendable {
    let bridge = Mutex(WeakBridge())

    func handlers(_ host: Host) -> BridgeConnection.Handlers {
      BridgeConnection.Handlers(
        notification: { [self] method, parameters in
          let value = JSONValue(parameters)
          bridge.withLock { $0.bridge }?.state.withLock { $0.registrations.received(method, value) }
          host.notification(method, value)
        },
        callback: { host.answers[$0]?(JSONValue($1))?.json },
        ended: { [self] in bridge.withLock { $0.bridge }?.lost() })
    }
  }

  struct WeakBridge { weak var bridge: Bridge? }

  /// Reports the loss of a working connection, and tries to open another one: after 0.1 s, then after pauses that double up
  /// to 10 s.
  func lost() {
    let (wasOpen, reconnects) = state.withLock { state in
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
    let (old, reconnects) = state.withLock { ($0.link, $0.reconnects) }
    guard reconnects else { return false }
    // Its successor uses the same directory.
    old.process?.end(patience: .seconds(5))
    guard let link = try? open(owner.handlers(host)) else { return true }
    guard let refused = try? await register(link) else {
      link.close()
      return true
    }
    let isWanted = state.withLock { state in
      if state.reconnects { (state.link, state.isOpen) = (link, true) }
      return state.reconnects
    }
    guard isWanted else {
      link.close()
      return false
    }
    host.connection(.restored(refused: refused))
    if link.connection.hasEnded { lost() }
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
