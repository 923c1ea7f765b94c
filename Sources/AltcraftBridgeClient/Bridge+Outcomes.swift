import System

extension Bridge {
  /// An item of a stream of outcomes.
  public enum OutcomeItem: Sendable, Hashable {
    case end(NumberedOutcome)
    /// Outcomes that the bridge no longer keeps, by their numbers. With the reason `rolledBack` the position is not of
    /// this data directory, and all kept outcomes follow.
    case gap(OutcomesGapNotification)
    /// An item whose form this version does not know.
    case other(JSONValue)

    init?(_ method: String, _ parameters: JSONValue) {
      switch KnownNotification(method, parameters) {
      case .outcome(let outcome): self = .end(outcome)
      case .outcomesGap(let gap): self = .gap(gap)
      case .unknown("outcome", _), .unknown("outcomes.gap", _): self = .other(parameters)
      default: return nil
      }
    }
  }

  /// Returns the outcomes after that number, or those from now on, in order. The stream continues after a
  /// lost connection, and ends at `close`, or when another stream begins. Leaving its loop ends the
  /// subscription. Keep the number and the epoch of the last outcome that you have processed, and pass both to
  /// the next stream: with the epoch it notices that an older copy of the data directory was put back.
  public func outcomeStream(
    after: Int? = nil, epoch: String? = nil
  ) async throws(BridgeError) -> AsyncStream<OutcomeItem> {
    let (stream, items) = AsyncStream<OutcomeItem>.makeStream()
    let (number, former) = state.withLock { state in
      defer { state.outcomes = nil }
      state.stream += 1
      return (state.stream, state.outcomes)
    }
    former?.finish()
    items.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.unsubscribe(number) }
    }
    do throws(BridgeError) {
      try await subscribe(after, epoch, items, number)
    } catch {
      unsubscribe(number)
      items.finish()
      throw error
    }
    return stream
  }

  /// Begins a stream, which gets the outcomes behind the answer.
  private func subscribe(
    _ after: Int?, _ epoch: String?, _ items: AsyncStream<OutcomeItem>.Continuation,
    _ number: Int
  ) async throws(BridgeError) {
    let method = "outcomes.subscribe"
    var parameters = after.map { ["after": JSONValue.int(Int64($0))] } ?? [:]
    parameters["epoch"] = epoch.map(JSONValue.string)
    let link = await linkWithoutOutcomes()
    _ = try await link.call(method, parameters, within: Bridge.day) { [self, parameters] result in
      answered(method, parameters, result, by: link)
      let isWanted = state.withLock { state in
        guard state.stream == number, state.phase != .closed else { return false }
        state.outcomes = items
        return true
      }
      if !isWanted { items.finish() }
    }
  }

  /// Waits until the previous subscription to outcomes has ended, and returns the connection.
  private func linkWithoutOutcomes() async -> Link {
    while true {
      let (link, unsubscription) = state.withLock { ($0.link, $0.unsubscription) }
      await unsubscription?.value
      // A connection that was restored meanwhile may have an unsubscription of its own.
      if state.withLock({ $0.link === link && $0.unsubscription == unsubscription }) { return link }
    }
  }

  /// Ends the subscription of a stream, unless another one has begun.
  private func unsubscribe(_ number: Int) {
    state.withLock { state in
      guard state.stream == number, state.phase != .closed else { return }
      state.outcomes = nil
      state.registrations.endOutcomes()
      endOutcomes(on: state.link, &state)
    }
  }

  /// Ends the subscription of a connection, after that of the previous one. A new stream waits for it.
  func endOutcomes(on link: Link, _ state: inout State) {
    let former = state.unsubscription
    state.unsubscription = Task {
      await former?.value
      _ = try? await link.call("outcomes.unsubscribe", within: .seconds(30))
    }
  }
}
