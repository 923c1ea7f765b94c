import Glibc

/// The unbuffered output of the program.
enum Output {
  static func text(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  static func errorLine(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// A line on standard error with the current measurement, shown only on a terminal.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    guard isShown else { return }
    Output.write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }

  func clear() { show("") }
}
