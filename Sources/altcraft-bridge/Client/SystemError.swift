import Glibc

/// A system call that failed: what was wanted, and the system's reason.
struct SystemError: Error, Equatable {
  let message: String
  /// `errno`; nil where it was no system call that failed.
  let code: Int32?

  init(message: String) {
    self.message = message
    code = nil
  }

  /// Reads `errno`, so it must come right after the call.
  init(_ wanted: String, code: Int32 = errno) {
    self.code = code
    message = "\(wanted): \(String(cString: strerror(code)).lowercased())"
  }
}
