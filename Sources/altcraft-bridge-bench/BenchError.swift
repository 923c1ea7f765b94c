import Glibc
import System

/// The reason why nothing was measured: one line for the user of the program.
struct BenchError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// Creates an error from `errno`, so it must come right after the call.
  init(call: String, code: Int32 = errno) {
    message = SystemError(call, code: code).message
  }
}
