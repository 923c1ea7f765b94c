import AltcraftEngine
import JSONCodec
import JSONRPC
import Synchronization

/// The connections that get the pushes of a simulated platform. One request at a time waits at the platform for all of
/// them, while there is one.
final class PushSimulation: Sendable {
  private struct Place {
    weak var session: Session?
  }

  private struct State {
    var places: [ConnectionID: Place] = [:]
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  func add(_ session: Session) {
    state.withLock { state in
      state.places[session.id] = Place(session: session)
      if state.task == nil {
        state.task = Task { [engine = session.engine] in await self.run(engine) }
      }
    }
  }

  func remove(_ connection: ConnectionID) {
    let ended = state.withLock { state -> Task<Void, Never>? in
      state.places[connection] = nil
      guard state.places.isEmpty else { return nil }
      defer { state.task = nil }
      return state.task
    }
    ended?.cancel()
  }

  /// The time that a request waits for a push. A change of the token or of the configuration counts after it.
  private static let waitMilliseconds = 5000

  private func run(_ engine: Engine) async {
    var source: (address: String, token: String) = ("", "")
    var last = 0
    while !Task.isCancelled {
      guard let platform = try? engine.simulatedPlatform(function: "push.simulated.subscribe"),
        let token = platform.token
      else {
        guard await pause(engine, .milliseconds(200)) else { return }
        continue
      }
      // The numbers of a token acknowledge only its own pushes.
      if source != (platform.address, token) { (source, last) = ((platform.address, token), 0) }
      let pushes = await platform.pushes(
        of: token, after: last, milliseconds: Self.waitMilliseconds)
      guard case .success(let pushes) = pushes else {
        guard await pause(engine, .seconds(1)) else { return }
        continue
      }
      // Any program may listen there: one that repeats pushes or does not wait must not keep this loop busy.
      guard pushes.contains(where: { $0.number > last }) else {
        guard await pause(engine, .milliseconds(200)) else { return }
        continue
      }
      for push in pushes where push.number > last {
        if Task.isCancelled { return }
        await send(push, engine)
        last = push.number
      }
    }
  }

  /// Waits. Returns false if the task is cancelled.
  private func pause(_ engine: Engine, _ duration: Duration) async -> Bool {
    do { try await engine.environment.sleep(duration) } catch { return false }
    return true
  }

  /// Sends a push to each connection. One that does not keep up for five seconds does not get it.
  private func send(_ push: SimulatedPlatform.Push, _ engine: Engine) async {
    let bytes = SimulatedPushSchema.json(push).bytes
    for session in state.withLock({ $0.places.values.compactMap(\.session) }) {
      for _ in 1...50 {
        if session.remote.notify(ServerNotifications.simulatedPush.name, bytes, as: .event) {
          break
        }
        // No transport reports when it has room.
        guard await pause(engine, .milliseconds(100)) else { return }
      }
    }
  }
}
