import Glibc

/// Why nothing was measured: one line for the person who started the program.
struct BenchError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// Reads `errno`, so it must come right after the call.
  init(call: String, code: Int32 = errno) {
    message = "\(call): \(String(cString: strerror(code)).lowercased())"
  }
}
