import Glibc

/// Why the journal did not do what it was asked to.
package enum JournalError: Error, Equatable {
  /// No space, no quota, or the file size limit. Nothing of the record is kept.
  case noSpace
  case readOnly
  case io(FileError)
  /// A record that was whole when it was written no longer is.
  case damaged(file: String, offset: Int)
  /// A segment that belongs to another journal. Nothing was changed.
  case foreign(file: String)
  /// A file with a segment's name that is no regular file, or that no segment can be as long as. Nothing was
  /// changed.
  case notSegment(file: String)
  /// Written by a later version of this program. Nothing was changed.
  case newerFormat(file: String)
  /// The log takes `used` bytes and may not grow by a segment for the sake of this record.
  case full(used: Int)
  /// The payload exceeds `limit` bytes.
  case tooLarge(limit: Int)
  /// A checkpoint has moved the record: this is no longer its location.
  case superseded
  case closed

  package enum StorageCause: String, Sendable { case noSpace, readOnly, ioError }

  /// What is wrong with the storage, if it is the storage.
  package var storageCause: StorageCause? {
    switch self {
    case .noSpace: .noSpace
    case .readOnly: .readOnly
    case .io, .damaged: .ioError
    case .foreign, .notSegment, .newerFormat, .full, .tooLarge, .superseded, .closed: nil
    }
  }

  init(_ error: FileError) {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .io(error)
    }
  }
}

/// Runs file operations as part of a journal operation.
func storing<Value>(_ body: () throws(FileError) -> Value) throws(JournalError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw JournalError(error)
  }
}
