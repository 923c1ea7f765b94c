/// Text in columns: the first and the last aligned left, figures aligned right.
struct Table {
  private var lines: [[String]]

  init(head: [String]) { lines = [head] }

  mutating func add(_ line: [String]) { lines.append(line) }

  var text: String {
    let count = lines.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return lines.map { line in
      var text = ""
      for (column, cell) in line.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        let isLast = column == count - 1
        text += column == 0 || isLast ? cell + padding : padding + cell
        text += isLast ? "" : "  "
      }
      return text.trimmingTrailingSpaces + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(decoding: Array(utf8.reversed().drop { $0 == 0x20 }.reversed()), as: UTF8.self)
  }
}

extension Double {
  /// Formats the number with that many decimals, and separates thousands.
  func text(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let whole = Array(String(scaled / Int64(scale)).utf8)
    var text = self < 0 && scaled != 0 ? "-" : ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { text += "," }
      text += String(decoding: [digit], as: UTF8.self)
    }
    guard decimals > 0 else { return text }
    let fraction = String(scaled % Int64(scale))
    return text + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
