import BridgeCommandLine
import System

/// A line of the demo's transcript, with its sender and receiver.
enum DemoLine: Sendable, Equatable {
  case text(String)
  case heading(String)
  /// A line to paste, which is never shortened.
  case command(String)
  /// A message from the host to the bridge; `remark` explains it to the reader.
  case toBridge(String, remark: String = "")
  case fromBridge(String, remark: String = "")
  case toPlatform(String, remark: String = "")
  /// An event that affects the host, the bridge or the platform.
  case incident(String)

  /// The maximum width: that of a usual terminal.
  static let width = 80

  /// Returns the line without its line end, at most `width` visible characters.
  func rendered(_ style: TextStyle) -> String {
    switch self {
    case .text(let text): clipped(text)
    case .heading(let text): style.bold(clipped(text))
    case .command(let text): text.visible
    case .toBridge(let text, let remark): arrow("  app → bridge", text, remark, style)
    case .fromBridge(let text, let remark): arrow("  app ← bridge", text, remark, style)
    case .toPlatform(let text, let remark):
      arrow("        bridge → platform", text, remark, style)
    case .incident(let text): style.red("  * " + clipped(text, by: 4))
    }
  }

  private func arrow(_ who: String, _ text: String, _ remark: String, _ style: TextStyle)
    -> String
  {
    let used = who.count + 2
    let shown = clipped(text, by: used)
    let left = style.dim(who) + "  " + shown
    guard !remark.isEmpty else { return left }
    // Remarks start in a common column if the text is short enough.
    let padding = max(2, 54 - used - shown.count)
    guard used + shown.count + padding + remark.count <= DemoLine.width else { return left }
    return left + String(repeating: " ", count: padding) + style.dim(remark)
  }

  private func clipped(_ text: String, by used: Int = 0) -> String {
    let text = text.visible
    let room = DemoLine.width - used
    return text.count <= room ? text : text.prefix(room - 1) + "…"
  }
}
