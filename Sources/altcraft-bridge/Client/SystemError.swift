import Glibc

/// A failed system call: the attempted operation and the system's reason.
struct SystemError: Error, Equatable {
  let message: String
  /// The value of `errno`; nil if the failure was not a system call.
  let code: Int32?

  init(message: String) {
    self.message = message
    code = nil
  }

  /// Reads `errno`, so it must be called right after the system call.
  init(_ wanted: String, code: Int32 = errno) {
    self.code = code
    message = "\(wanted): \(String(cString: strerror(code)).lowercased())"
  }
}
