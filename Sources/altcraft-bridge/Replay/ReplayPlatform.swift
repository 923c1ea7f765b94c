import BridgeClient
import JSONCodec
import PlatformSimulator
import System
import WireRecording

/// The platform of a replay: returns the recorded responses, in order for each path, and none before the
/// player has released it.
final class ReplayPlatform: Sendable {
  private struct State {
    /// The released responses by path, in order.
    var answers: [String: [Fault]] = [:]
    var asked: [String: Int] = [:]
    var isOver = false
  }

  private final class Gate: Sendable {
    let state = Monitor(State())

    /// Blocks the request until its response is released. A request that was not made in the recording gets
    /// no response.
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

  /// The longest wait for a response; longer than the timeout of a request.
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

  /// Releases the response to the next request for that path.
  func release(_ path: String, _ outcome: JSONObject) {
    gate.state.update { $0.answers[path, default: []].append(Self.fault(outcome)) }
  }

  func stop() {
    gate.state.update { $0.isOver = true }
    simulator.stop()
  }

  private static func fault(_ outcome: JSONObject) -> Fault {
    // A 407 does not count as an answer of the platform. A dropped connection could be one that was kept, so that the request would
    // go out once more.
    guard let status = outcome["status"]?.intValue else { return .status(407) }
    // A replay does not wait for the recorded delay.
    let headers = outcome["retryAfter"].map { _ in [Fault.Header("Retry-After", "0")] } ?? []
    return .status(status, headers: headers, body: outcome["body"] ?? .string(""))
  }
}
