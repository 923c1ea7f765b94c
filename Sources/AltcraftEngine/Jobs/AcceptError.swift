import DurableLog

/// The reason a job was not accepted. Nothing of it is stored, except that after `storage` it may be.
package enum AcceptError: Error, Equatable {
  /// The id belongs to another job.
  case duplicateRequestId
  case recordTooLarge(max: Int)
  case full(limit: String, max: Int, used: Int, retryAfterMs: Int)
  case storage(StorageCause)
}

package enum StorageCause: String, Error, Sendable {
  case noSpace, readOnly, ioError

  package init(_ error: JournalError) { self.init(error.storageCause ?? .ioError) }

  init(_ cause: JournalError.StorageCause) {
    switch cause {
    case .noSpace: self = .noSpace
    case .readOnly: self = .readOnly
    case .ioError: self = .ioError
    }
  }
}
