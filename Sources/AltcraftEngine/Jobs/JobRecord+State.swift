import JSONCodec

extension JobRecord {
  /// A STATE record: the state that belongs to the group and not to a job.
  struct State {
    var counters: OutboxCounters
    /// The number of jobs that have not ended. Not read: the records of these jobs count.
    var pending = 0
    var savedToken: PushToken?
    /// The number of the last outcome; 0 for none, or in the record of an earlier version.
    var lastOutcome: UInt64
    /// The record of `OutcomeEpochs`; nil in the record of an earlier version.
    var outcomeEpochs: JSON?

    var bytes: [UInt8] {
      JSON.object([
        "counters": counters.json(pending: pending), "token": savedToken.map(\.json) ?? .null,
        "outcome": .int(lastOutcome), "epochs": outcomeEpochs ?? .null,
      ]).bytes
    }

    init(
      counters: OutboxCounters, pending: Int, savedToken: PushToken?, lastOutcome: UInt64 = 0,
      outcomeEpochs: JSON? = nil
    ) {
      self.lastOutcome = lastOutcome
      self.outcomeEpochs = outcomeEpochs
      self.counters = counters
      self.pending = pending
      self.savedToken = savedToken
    }

    init?(_ json: JSON) {
      guard let counters = json["counters"].flatMap(OutboxCounters.init) else { return nil }
      self.init(
        counters: counters, pending: 0, savedToken: json["token"].flatMap(PushToken.saved),
        lastOutcome: JobRecord.outcome(json["outcome"]?.numberValue?.uint64) ?? 0,
        outcomeEpochs: json["epochs"])
    }
  }
}
