import Glibc
import JSONCodec
import TestSupport

/// Numbers at which conversions and sums fail, as JSON writes them.
enum OddNumbers {
  static let texts = [
    "0", "-0", "1", "-1", "1.0", "0.5", "1.5", "-1.5", "1e-9", "1e-400", "1000000000000",
    "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967296",
    "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1e19", "1e30", "1e308", "-1e308", "1e400",
    "-1e400",
  ]

  /// The values for inputs that need a process each.
  static let few = [
    "0", "-0", "-1", "1.5", "1e-9", "2147483647", "2147483648", "9223372036854775808",
    "18446744073709551616", "1e30", "1e308", "1e400",
  ]

  static var played: [String] { CampaignLength.isLong ? texts : few }

  static func number(_ text: String) -> JSON { .number(JSONNumber(checkedText: text)) }
}

extension JSON {
  /// Returns copies of the value with each of its numbers, or each of its leaves, replaced in turn.
  func replacing(onlyNumbers: Bool, with value: JSON) -> [JSON] {
    switch self {
    case .object(let object):
      return object.members.indices.flatMap { index in
        object.members[index].value.replacing(onlyNumbers: onlyNumbers, with: value).map {
          var members = object.members
          members[index].value = $0
          return .object(JSONObject(members))
        }
      }
    case .array(let items):
      return items.indices.flatMap { index in
        items[index].replacing(onlyNumbers: onlyNumbers, with: value).map {
          var items = items
          items[index] = $0
          return .array(items)
        }
      }
    case .number: return [value]
    default: return onlyNumbers ? [] : [value]
    }
  }
}

extension ServiceProcess {
  /// Returns true if the process becomes idle: it exits, or there is a period in which it uses hardly any
  /// CPU. A process that spins has no such period.
  func comesToRest(within limit: Duration = .seconds(10)) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    var window = Duration.milliseconds(5)
    while ContinuousClock.now < deadline {
      let (start, before) = (ContinuousClock.now, processorTime(of: pid))
      try await Task.sleep(for: window)
      let used = processorTime(of: pid) - before
      if ending != nil || used * 5 < ContinuousClock.now - start { return true }
      window = min(window * 2, .milliseconds(200))
    }
    return false
  }

  /// Returns the problems of a process after odd input: it was killed by a signal, it spins, or it does not
  /// stop in order.
  func problemsAtStop(allowing statuses: Set<Int32> = [0]) async throws -> [String] {
    var problems: [String] = []
    if try await !comesToRest() { problems.append("it does not become idle") }
    send(signal: SIGTERM)
    let end = (try? await waitForExit(within: .seconds(20))) ?? .killed(0)
    if case .exited(let status) = end, statuses.contains(status) { return problems }
    // A command that is not a service need not catch the signal.
    if end == .killed(SIGTERM), !errorText.contains(#"{"ready""#) { return problems }
    send(signal: SIGKILL)
    return problems + ["it ended with \(end): \(errorText.suffix(300))"]
  }
}
