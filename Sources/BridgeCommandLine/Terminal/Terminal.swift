import Glibc
import System

/// A standard stream and its capabilities, if it is a terminal.
package struct Terminal: Sendable, Equatable {
  package static let output = Terminal(descriptor: 1)
  package static let errors = Terminal(descriptor: 2)

  /// False for a file or a pipe.
  package let isTerminal: Bool
  /// The columns of a line; nil if the width is unknown or irrelevant.
  package let width: Int?
  /// True if written text can be overwritten.
  package let canRedraw: Bool
  package let style: TextStyle

  init(isTerminal: Bool, width: Int?, canRedraw: Bool = false, style: TextStyle) {
    self.isTerminal = isTerminal
    self.width = width
    self.canRedraw = canRedraw
    self.style = style
  }

  private init(descriptor: Int32) {
    let isTerminal = isatty(descriptor) == 1
    let environment = isTerminal ? ProcessEnvironment.variables : [:]
    self.init(
      isTerminal: isTerminal, width: isTerminal ? Terminal.columns(of: descriptor) : nil,
      canRedraw: isTerminal && environment["TERM"] != "dumb",
      style: .suited(isTerminal: isTerminal, environment: environment))
  }

  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// The colours of output: used on a terminal unless the user has disabled them, and nowhere else.
package struct TextStyle: Sendable, Equatable {
  let hasColours: Bool

  static func suited(isTerminal: Bool, environment: [String: String]) -> TextStyle {
    // See no-color.org: any value but the empty string disables colours.
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return TextStyle(hasColours: isTerminal && !isRefused && environment["TERM"] != "dumb")
  }

  package func bold(_ text: String) -> String { painted(text, "1") }
  package func dim(_ text: String) -> String { painted(text, "2") }
  package func red(_ text: String) -> String { painted(text, "31") }
  package func green(_ text: String) -> String { painted(text, "32") }
  package func yellow(_ text: String) -> String { painted(text, "33") }
  func blue(_ text: String) -> String { painted(text, "34") }
  package func cyan(_ text: String) -> String { painted(text, "36") }

  private func painted(_ text: String, _ code: String) -> String {
    hasColours ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}

extension String {
  /// Returns the text unchanged for a program, and its `visible` form for a terminal.
  package func shown(on terminal: Terminal) -> String { terminal.isTerminal ? visible : self }
}
