import Glibc

/// An error of a journal operation.
package enum JournalError: Error, Equatable {
  /// No space, no quota, or the file size limit was reached. No part of the record is kept.
  case noSpace
  case readOnly
  case io(FileError)
  /// A record that was complete when it was written is now damaged.
  case damaged(file: String, offset: Int)
  /// A segment that belongs to another journal. Nothing was changed.
  case foreign(file: String)
  /// A file with a segment's name that is not a regular file, is longer than any segment can be, or consists
  /// mostly of holes. Nothing was changed.
  case notSegment(file: String)
  /// A file written by a later version of this program. Nothing was changed.
  case newerFormat(file: String)
  /// The log takes `used` bytes and may not grow by a segment for this record.
  case full(used: Int)
  /// The payload exceeds `limit` bytes.
  case tooLarge(limit: Int)
  /// A checkpoint has moved the record, so its location is no longer valid.
  case superseded
  case closed

  package enum StorageCause: String, Sendable { case noSpace, readOnly, ioError }

  /// The fault of the storage, or nil if the error has another cause.
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

extension FileError {
  /// True if there is no space, no inode or no quota, or if the limit of the file size was reached.
  var isFull: Bool { JournalError(self) == .noSpace }
}

/// Runs file operations as part of a journal operation.
func storing<Value>(_ body: () throws(FileError) -> Value) throws(JournalError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw JournalError(error)
  }
}
