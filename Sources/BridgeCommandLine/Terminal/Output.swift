import Glibc

/// The output of the commands. It is not buffered: a line is written when the call returns. On a terminal,
/// control and invisible characters of any text are escaped.
package enum Output {
  /// Prints a line. Returns false if the reader has closed the stream.
  @discardableResult
  package static func line(_ text: String) -> Bool { self.text(text + "\n") }

  @discardableResult
  package static func text(_ text: String) -> Bool {
    write(Array(text.shown(on: .output).utf8), to: 1)
  }

  /// Prints a line to standard error. This is the only place that escapes the text of errors.
  package static func errorLine(_ text: String) {
    write(Array((text.shown(on: .errors) + "\n").utf8), to: 2)
  }

  /// Prints text with the colours of a `TextStyle`. Its parts must be escaped with `visible` before.
  @discardableResult
  package static func painted(_ text: String) -> Bool { write(Array(text.utf8), to: 1) }

  /// Writes all bytes and blocks as long as that takes. SIGPIPE must be ignored.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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
