import Glibc

/// A failed operation with its `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The name of the system call, or a description of the attempted operation.
  package let operation: String
  package let code: Int32

  /// Reads `errno` by default, so it must be called right after the system call.
  package init(_ operation: String, code: Int32 = errno) {
    self.operation = operation
    self.code = code
  }

  package var description: String { "\(operation): \(Self.reason(code))" }

  /// The description for users of a command: its reason is in lower case.
  package var message: String { "\(operation): \(Self.reason(code).lowercased())" }

  /// Returns the text of an `errno`, such as "No such file or directory".
  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
