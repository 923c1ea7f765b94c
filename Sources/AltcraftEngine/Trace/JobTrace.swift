import JSONCodec

/// The recorder of the steps of the jobs of one app group.
final class JobTrace: Sendable {
  private let hub: TraceHub
  private let appGroup: String

  init(_ hub: TraceHub, appGroup: String) {
    self.hub = hub
    self.appGroup = appGroup
  }

  /// The recorder while steps are recorded; otherwise nil.
  var active: JobTrace? { hub.isRecording(.job) ? self : nil }

  /// Records a step. It appends to a queue, so it may be called under the lock of an outbox: then the steps have the
  /// order of the transitions.
  func put(_ step: JobStep, of job: Job, _ kind: JobKind) {
    put(step, requestID: job.requestId, method: kind.method, user: job.lane.userTag.prefix)
  }

  func put(_ step: JobStep, requestID: String, method: String, user: String?) {
    let appGroup = appGroup
    hub.put(.job, bytes: requestID.utf8.count) { at in
      let job: JSONObject = [
        "requestId": .string(requestID), "method": .string(method), "user": .optional(user),
        "appGroup": .string(appGroup), "step": .string(step.name),
      ]
      return JSONObject(job.members + step.members(at: at).members)
    }
  }
}
