/// A line of the demo's transcript: who says what to whom.
enum DemoLine: Sendable, Equatable {
  case text(String)
  case heading(String)
  /// From the host to the bridge; `remark` is for the reader.
  case toBridge(String, remark: String = "")
  case fromBridge(String, remark: String = "")
  case toPlatform(String, remark: String = "")
  case fromPlatform(String, remark: String = "")
  /// Something that happens to one of the three.
  case incident(String)

  /// Wide enough for what is shown, narrow enough for a terminal of a laptop.
  static let width = 100

  /// The line without its end, at most `width` characters, colours aside.
  func rendered(_ style: TextStyle) -> String {
    switch self {
    case .text(let text): clipped(text)
    case .heading(let text): style.bold(clipped(text))
    case .toBridge(let text, let remark): arrow("  app → bridge", text, remark, style)
    case .fromBridge(let text, let remark): arrow("  app ← bridge", text, remark, style)
    case .toPlatform(let text, let remark):
      arrow("        bridge → platform", text, remark, style)
    case .fromPlatform(let text, let remark):
      arrow("        bridge ← platform", text, remark, style)
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
    // Remarks stand in a column of their own where the text leaves room for it.
    let padding = max(2, 70 - used - shown.count)
    guard used + shown.count + padding + remark.count <= DemoLine.width else { return left }
    return left + String(repeating: " ", count: padding) + style.dim(remark)
  }

  private func clipped(_ text: String, by used: Int = 0) -> String {
    let text = text.visible
    let room = DemoLine.width - used
    return text.count <= room ? text : text.prefix(room - 1) + "…"
  }
}
