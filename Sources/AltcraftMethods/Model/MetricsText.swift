/// The text exposition format of Prometheus, version 0.0.4: families of samples, each with its meaning.
struct MetricsText: Sendable {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String, Sendable { case counter, gauge, histogram }

  typealias Label = (name: String, value: String)

  private(set) var text = ""

  mutating func counter(
    _ name: String, _ help: String, _ value: some MetricNumber, _ labels: [Label] = []
  ) {
    begin(name + "_total", .counter, help)
    sample(name + "_total", labels, value.metricText)
  }

  mutating func gauge(
    _ name: String, _ help: String, _ value: some MetricNumber, _ labels: [Label] = []
  ) {
    begin(name, .gauge, help)
    sample(name, labels, value.metricText)
  }

  /// Adds a histogram. Each of the `steps` counts only its own range; the format wants cumulative sums. The
  /// last step counts the rest.
  mutating func histogram(
    _ name: String, _ help: String, steps: [(le: Microseconds?, count: Int)], sum: Microseconds
  ) {
    begin(name, .histogram, help)
    var total = 0
    for step in steps {
      total += step.count
      sample(name + "_bucket", [("le", step.le?.metricText ?? "+Inf")], total.metricText)
    }
    sample(name + "_sum", [], sum.metricText)
    sample(name + "_count", [], total.metricText)
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func sample(_ name: String, _ labels: [Label], _ value: String) {
    let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
    text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
  }

  private static func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A number that can be the value of a sample.
protocol MetricNumber {
  var metricText: String { get }
}

extension Int: MetricNumber {
  var metricText: String { String(self) }
}

/// A time that is written in seconds, digit for digit.
struct Microseconds: MetricNumber {
  let count: Int

  init(_ count: Int) { self.count = count }

  var metricText: String {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return String(seconds) }
    let digits = String(1_000_000 + rest).dropFirst()
    let last = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(seconds).\(digits[...last])"
  }
}
