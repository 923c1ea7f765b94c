/// The pushes that no device has acknowledged yet, bounded for each token and in all.
package struct WaitingPushes: Sendable {
  private var byToken: [String: [SimulatedPush]] = [:]
  package private(set) var count = 0
  /// The number of pushes that were dropped because too many were waiting.
  package internal(set) var dropped = 0
  /// The number of the latest push.
  var last: Int64 = 0

  /// Returns the number of the next push.
  mutating func nextNumber(now: Int64) -> Int64 {
    last = max(last + 1, now)
    return last
  }

  mutating func append(_ push: SimulatedPush, _ limits: SimulatorLimits) {
    byToken[push.token, default: []].append(push)
    count += 1
    if let queue = byToken[push.token], queue.count > limits.pushesOfToken {
      remove(queue.count - limits.pushesOfToken, of: push.token, isLoss: true)
    }
    if count > limits.pushes { dropOldest(max(1, limits.pushes / 10)) }
  }

  /// Removes the pushes of a device that it has received.
  mutating func acknowledge(_ token: String, through number: Int64) -> Int {
    let acknowledged = byToken[token]?.prefix { $0.number <= number }.count ?? 0
    remove(acknowledged, of: token, isLoss: false)
    return acknowledged
  }

  func waiting(_ token: String) -> [SimulatedPush] { byToken[token] ?? [] }

  /// All pushes, oldest first.
  var all: [SimulatedPush] { byToken.values.joined().sorted { $0.number < $1.number } }

  private mutating func remove(_ number: Int, of token: String, isLoss: Bool) {
    guard number > 0 else { return }
    byToken[token]?.removeFirst(number)
    if byToken[token]?.isEmpty == true { byToken[token] = nil }
    count -= number
    if isLoss { dropped += number }
  }

  /// Drops several at once, so that a full table is not searched for each new push.
  private mutating func dropOldest(_ surplus: Int) {
    let numbers = byToken.values.joined().map(\.number).sorted()
    guard let last = numbers.prefix(surplus).last else { return }
    for token in Array(byToken.keys) {
      let old = byToken[token]?.prefix { $0.number <= last }.count ?? 0
      remove(old, of: token, isLoss: true)
    }
  }
}
