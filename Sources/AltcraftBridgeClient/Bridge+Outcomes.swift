import System

extension Bridge {
  /// An item of a stream of outcomes.
  public enum OutcomeItem: Sendable, Hashable {
    case end(NumberedOutcome)
    /// Ends of jobs that the bridge no longer keeps, by their numbers.
    case gap(OutcomesGapNotification)
    /// An item whose form this version does not know.
    case other(JSONValue)

    init?(_ method: String, _ parameters: JSONValue) {
      switch KnownNotification(method, parameters) {
      case .outcome(let end): self = .end(end)
      case .outcomesGap(let gap): self = .gap(gap)
      case .unknown("outcome", _), .unknown("outcomes.gap", _): self = .other(parameters)
      default: return nil
      }
    }
  }

  /// Returns the ends of jobs after that number, or those from now on, in order. The stream continues after a lost connection, and
  /// ends at `close`, or when another stream begins. Leaving its loop ends the subscription. Keep the number of the last end that
  /// you have dealt with, and pass it to the next stream.
  public func outcomeStream(
    after number: Int? = nil
  ) async throws(BridgeError) -> AsyncStream<OutcomeItem> {
    let (stream, items) = AsyncStream<OutcomeItem>.makeStream()
    state.withLock { state in
      state.outcomes?.finish()
      // Ends may arrive right after the answer.
      state.outcomes = items
    }
    items.onTermination = { [weak self] reason in
      guard case .cancelled = reason, let self else { return }
      Task { _ = try? await self.call("outcomes.unsubscribe") }
    }
    do throws(BridgeError) {
      _ = try await outcomes.subscribe(after: number)
    } catch {
      items.finish()
      throw error
    }
    return stream
  }
}
