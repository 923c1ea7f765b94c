import JSONCodec
import System

/// JSON formatted for people: indented, and coloured if the terminal supports colours.
package struct PrettyJSON {
  private let style: TextStyle

  package init(style: TextStyle) {
    self.style = style
  }

  package func text(_ value: JSON) -> String {
    guard style.hasColours else { return value.prettyText.visible }
    return painted(value, indentation: "")
  }

  private func painted(_ value: JSON, indentation: String) -> String {
    let inner = indentation + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + painted($0, indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let object) where !object.isEmpty:
      let lines = object.members.map { member in
        "\(inner)\(style.blue(JSON.string(member.key).text.visible)): "
          + painted(member.value, indentation: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    case .string: return style.green(value.text.visible)
    case .number: return style.cyan(value.text)
    case .bool, .null: return style.yellow(value.text)
    case .array, .object: return value.text
    }
  }
}
