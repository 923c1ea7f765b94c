import DurableLog

// The texts of errors in the files of an outbox.
extension JournalError {
  /// The text for users: what is wrong with which file, and what to do.
  package var text: String {
    switch self {
    case .newerFormat(let file):
      "\(file) was written by a newer version; nothing was changed; use that version"
    case .foreign(let file):
      "\(file) belongs to another outbox; nothing was changed; move it away"
    case .notSegment(let file):
      "\(file) cannot be a file of the outbox (it is not a regular file, too long, or mostly holes);"
        + " nothing was changed; move it away"
    case .damaged(let file, let offset): "\(file) is damaged at byte \(offset)"
    // Only a read fails while files are examined.
    case .readOnly: "the files cannot be read: permission denied"
    case .io(let error): "\(error)"
    case .noSpace, .full, .tooLarge, .superseded, .closed: "\(self)"
    }
  }

  /// True if a person has to look at the files.
  package var concernsFiles: Bool {
    switch self {
    case .newerFormat, .foreign, .notSegment, .io: true
    case .noSpace, .readOnly, .damaged, .full, .tooLarge, .superseded, .closed: false
    }
  }
}
