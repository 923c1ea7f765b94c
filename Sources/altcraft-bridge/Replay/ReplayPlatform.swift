import JSONCodec
import PlatformSimulator
import WireRecording

/// The platform of a replay: answers what it answered when the recording was made, in that order for each
/// path, and not before the player has come so far.
final class ReplayPlatform: Sendable {
  private struct State {
    /// By path, in order; those before the mark have been released.
    var answers: [String: [Fault]] = [:]
    var asked: [String: Int] = [:]
    var isOver = false
  }

  private final class Gate: Sendable {
    let state = Waitable(State())

    /// Holds the request up until its answer is known. A request that was not made then gets none at all.
    func fault(_ path: String, within patience: Duration) -> Fault? {
      let index = state.update { state in
        let index = state.asked[path, default: 0]
        state.asked[path] = index + 1
        return index
      }
      return state.wait(until: .after(patience)) { state -> Fault? in
        if let all = state.answers[path], index < all.count { return all[index] }
        return state.isOver ? .drop(.before) : nil
      } ?? .drop(.before)
    }
  }

  private let simulator: Simulator
  private let gate = Gate()
  let url: String

  /// Longer than a request is waited for.
  private static let patience = Duration.seconds(90)

  init() throws(CommandFailure) {
    let gate = self.gate
    var options = SimulatorOptions()
    options.fault = { _, path in gate.fault(path, within: Self.patience) }
    simulator = Simulator(options)
    do throws(SimulatorError) { url = try simulator.start().url } catch {
      throw .ours(error.message)
    }
  }

  /// The next request for that path is answered so.
  func release(_ path: String, _ outcome: JSONObject) {
    gate.state.update { $0.answers[path, default: []].append(Self.fault(outcome)) }
  }

  func stop() {
    gate.state.update { $0.isOver = true }
    simulator.stop()
  }

  private static func fault(_ outcome: JSONObject) -> Fault {
    guard let status = outcome["status"]?.intValue else { return .drop(.before) }
    // A replay does not wait as long as people do.
    let headers = outcome["retryAfter"].map { _ in [Fault.Header("Retry-After", "0")] } ?? []
    return .status(status, headers: headers, body: outcome["body"] ?? .string(""))
  }
}
