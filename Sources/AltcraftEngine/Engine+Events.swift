// The event stream.
extension Engine {
  /// The id of the stream of this process.
  package var eventEpoch: String { events.epoch }
  package var eventCounters: (emitted: Int, dropped: Int) { events.counters }

  package func emit(_ draft: EventDraft) { events.emit(draft, numbering: numbering) }

  /// Adds a subscriber; see `EventHub.subscribe`.
  package func subscribe(
    since: Int?, epoch: String?, codes: Set<Int>?, replacing old: EventSubscription?,
    deliver: @escaping EventHub.Deliver
  ) -> EventSubscription {
    events.subscribe(since: since, epoch: epoch, codes: codes, replacing: old, deliver: deliver)
  }

  /// The stream of traces.
  package var trace: TraceHub { context.trace }

  /// The secrets that texts may repeat anywhere: the resource token and the push tokens of the selected group.
  package var knownSecrets: [String] {
    let tokens = [outbox.savedToken, group.current.manualToken].compactMap { $0?.token.reveal() }
    return tokens + [configuration?.rToken?.reveal()].compactMap(\.self)
  }

  /// Returns a page of the kept events, whose response fits into the queue of a connection; see
  /// `EventHub.list`.
  package func events(since: Int?, limit: Int, epoch: String?, codes: Set<Int>?) -> EventPage {
    events.list(
      since: since, limit: limit, bytes: limits.outQueueBytes, epoch: epoch, codes: codes)
  }
}
