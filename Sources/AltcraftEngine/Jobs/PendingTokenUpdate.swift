/// A pending token update.
struct PendingTokenUpdate: Sendable {
  let id: Job.ID
  /// The new token; nil if the record could not be read.
  let new: PushToken?
  /// True if the token has changed once more since: this update is not the last one.
  var isOutdated = false
}
