import JSONCodec

/// The rules in force, and the progress of each.
struct ScriptState: Sendable {
  private struct Progress {
    let rule: ScriptRule
    /// The number of matching requests, even if another rule was applied to them.
    var fitting = 0
    var applied = 0

    var isExhausted: Bool { rule.times.map { applied >= $0 } ?? false }
  }

  private var entries: [Progress] = []

  var count: Int { entries.count }

  mutating func append(_ rules: [ScriptRule]) { entries += rules.map { Progress(rule: $0) } }
  mutating func removeAll() { entries = [] }

  /// Returns the fault for this request. Every matching rule counts it, so that the n-th request is the same
  /// one for all rules.
  mutating func fault(path: String, method: String, requestID: String?) -> Fault? {
    var fault: Fault?
    for index in entries.indices {
      let match = entries[index].rule.match
      guard match.fits(path: path, method: method, requestID: requestID) else { continue }
      entries[index].fitting += 1
      guard fault == nil, !entries[index].isExhausted,
        match.nth == nil || match.nth == entries[index].fitting
      else { continue }
      entries[index].applied += 1
      fault = entries[index].rule.fault
    }
    return fault
  }

  var json: JSON {
    [
      "rules": .array(
        entries.map { entry in
          [
            "match": entry.rule.match.json, "times": .optional(entry.rule.times),
            "fault": entry.rule.fault.json, "fitting": .int(entry.fitting),
            "applied": .int(entry.applied),
          ]
        })
    ]
  }
}
