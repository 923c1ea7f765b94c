import Glibc

/// A failed system call: the attempted operation and the system's reason.
package struct SystemError: Error, Equatable {
  package let message: String
  /// The value of `errno`; nil if the failure was not a system call.
  package let code: Int32?

  package init(message: String) {
    self.message = message
    code = nil
  }

  /// Reads `errno`, so it must be called right after the system call.
  package init(_ wanted: String, code: Int32 = errno) {
    self.code = code
    message = "\(wanted): \(String(cString: strerror(code)).lowercased())"
  }
}
