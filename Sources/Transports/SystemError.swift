import Glibc

/// A failed system call with its `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
