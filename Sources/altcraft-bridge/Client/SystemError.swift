import Glibc

/// A system call that failed: what was wanted, and the system's reason.
struct SystemError: Error, Equatable {
  let message: String

  init(message: String) {
    self.message = message
  }

  /// Reads `errno`, so it must come right after the call.
  init(_ wanted: String, code: Int32 = errno) {
    message = "\(wanted): \(String(cString: strerror(code)).lowercased())"
  }
}
