import DurableLog

/// One event of a run: something that a host, the platform, the disk, the clock or the power does.
enum Action {
  case call(host: Int, Durable, id: String?, variant: Int, wait: Int?)
  /// The call of an earlier action once more; with `isOther`, another call under its id.
  case again(host: Int, of: Int, isOther: Bool)
  case configure(host: Int, Identification)
  case jwtProvider(host: Int, Provider)
  case tokenProvider(host: Int, Provider)
  case pushToken(host: Int, isRemoved: Bool)
  case user(Int)
  case token
  case permission(host: Int, Bool)
  case behaviour(host: Int, SimulatedHost.Behaviour)
  case events(host: Int, resumes: Bool)
  case outcomes(host: Int, fromStart: Bool)
  case reads(host: Int, Bool)
  case hangUp(host: Int)
  case platform(SimulatedPlatform.Behaviour)
  case disk(SimulatedDisk.Fault)
  case full(spare: Int)
  case healDisk
  case jump(seconds: Int)
  case request(host: Int, Request)
  case retry(host: Int, of: Int)
  case discard(host: Int, of: Int)
  case malformed(host: Int, Int)
  case end(SimulatedDisk.Cut)
  case stop

  enum Durable: String, CaseIterable {
    case pushSubscribe, pushSuspend, pushUnSubscribe, mobileEvent, updateProfileFields
    case deliveryEvent, openEvent
  }

  enum Identification: Equatable { case resourceToken(Int), jwt }
  enum Provider { case callback, fixed, none }

  enum Request: CaseIterable {
    case clear, flush, flushAndWait, stats, list, retryAll, outcomes, background, tokenUpdate
    case ping, value, unlock
  }

  var isFault: Bool {
    switch self {
    case .platform, .disk, .full, .jump, .behaviour, .end, .reads, .hangUp, .malformed: true
    default: false
    }
  }
}

/// The events of a run in the order of their times, a function of the seed. An action can be left out without a
/// change of the others.
struct Plan {
  let seed: UInt64
  var actions: [(gap: Duration, action: Action)] = []
  let durability: Durability
  let hosts: Int
  let segmentBytes: Int
  let outboxBytes: Int
  let firstIdentification: Action.Identification
  /// The kinds of control calls, faults and requests to draw from. Half of the runs prefer some of them, so that
  /// rare ones coincide.
  private let controls: [Int]
  private let faults: [Int]
  private let requests: [Action.Request]

  /// The number of durable calls of a run.
  static let calls = 110

  init(seed: UInt64) {
    self.seed = seed
    var random = Generator(seed: seed, for: "plan")
    durability = random.chance(80) ? .power : .process
    hosts = random.from(2...4)
    segmentBytes = random.pick([16_384, 16_384, 32_768, 65_536])
    outboxBytes = random.pick([65_536, 262_144, 1 << 20, 1 << 20])
    firstIdentification = random.chance(60) ? .resourceToken(0) : .jwt
    let hasPreferences = random.chance(50)
    controls = Self.kinds(Array(0..<24), &random, hasPreferences)
    faults = Self.kinds(Array(0..<20), &random, hasPreferences)
    requests = Self.kinds(Action.Request.allCases, &random, hasPreferences)
    var kinds: [Int] = Array(repeating: 0, count: Self.calls)
    kinds += Array(repeating: 1, count: random.from(20...50))
    kinds += Array(repeating: 2, count: random.from(5...30))
    kinds += Array(repeating: 3, count: random.from(3...6))
    kinds.shuffle(using: &random)
    for kind in kinds {
      let action: Action =
        switch kind {
        case 0: call(&random)
        case 1: control(&random)
        case 2: fault(&random)
        default: .end(random.pick([.kill, .dropsUnsynced, .tears, .tears]))
        }
      actions.append((gap(&random), action))
    }
  }

  /// Returns each kind once, and with preferences three of them much more often.
  private static func kinds<Kind>(
    _ all: [Kind], _ random: inout Generator, _ hasPreferences: Bool
  ) -> [Kind] {
    var kinds = all
    for _ in 0..<(hasPreferences ? 3 : 0) {
      kinds += Array(repeating: random.pick(all), count: all.count / 2)
    }
    return kinds
  }

  private func gap(_ random: inout Generator) -> Duration {
    switch random.below(10) {
    case 0...4: .zero
    case 5...7: .microseconds(random.from(1...5000))
    case 8: .milliseconds(random.from(1...3000))
    default: .seconds(random.chance(20) ? random.from(60...400) : random.from(1...30))
    }
  }

  private func call(_ random: inout Generator) -> Action {
    let host = random.below(hosts)
    if random.chance(8), !actions.isEmpty {
      return .again(host: host, of: earlier(&random), isOther: random.chance(30))
    }
    return .call(
      host: host, random.pick(Action.Durable.allCases),
      id: random.chance(88) ? "r\(actions.count)" : nil, variant: random.below(4),
      wait: random.chance(10) ? random.from(1...30) * 1000 : nil)
  }

  /// Returns the place of an earlier action, half of the time of one just before: its job is in progress.
  private func earlier(_ random: inout Generator) -> Int {
    let count = max(1, actions.count)
    return random.chance(50) ? random.below(count) : max(0, count - 1 - random.below(8))
  }

  /// True if the disk may still fail: the outcomes that it refuses are of interest to a clear.
  private var hasFaultOfDisk: Bool {
    actions.suffix(12).contains {
      switch $0.action {
      case .disk, .full: true
      default: false
      }
    }
  }

  private func control(_ random: inout Generator) -> Action {
    let host = random.below(hosts)
    if hasFaultOfDisk, random.chance(8) { return .request(host: host, .clear) }
    switch random.pick(controls) {
    case 0: return .configure(host: host, firstIdentification)
    case 1:
      return random.chance(15)
        ? .configure(host: host, random.chance(50) ? .jwt : .resourceToken(random.below(2)))
        : .jwtProvider(host: host, .callback)
    case 2: return .jwtProvider(host: host, random.pick([.callback, .callback, .fixed, .none]))
    case 3: return .tokenProvider(host: host, random.pick([.callback, .callback, .fixed, .none]))
    case 4: return .pushToken(host: host, isRemoved: random.chance(20))
    case 5: return .user(random.below(3))
    case 6: return .token
    case 7, 8: return .permission(host: host, random.chance(60))
    case 9, 10: return .events(host: host, resumes: random.chance(50))
    case 11, 12, 13: return .outcomes(host: host, fromStart: random.chance(50))
    case 14, 15: return .retry(host: host, of: earlier(&random))
    case 16, 17, 18: return .discard(host: host, of: earlier(&random))
    default:
      var request = random.pick(requests)
      if request == .clear, !random.chance(40) { request = .stats }
      return .request(host: host, request)
    }
  }

  private func fault(_ random: inout Generator) -> Action {
    let host = random.below(hosts)
    switch random.pick(faults) {
    case 0...5: return .platform(random.pick(SimulatedPlatform.Behaviour.choices))
    case 6, 7: return .behaviour(host: host, random.pick(SimulatedHost.Behaviour.choices))
    case 8, 9, 10:
      return .disk(
        SimulatedDisk.Fault(
          operation: random.pick([
            .write, .sync, .sync, .preallocate, .create, .rename, .syncDirectory, .remove, .read,
          ]),
          after: random.below(6), code: random.pick([EIO_CODE, ENOSPC_CODE, EINTR_CODE]),
          isPartial: random.chance(50), count: random.chance(70) ? 1 : random.from(2...20)))
    case 11: return .full(spare: random.below(40_000))
    case 12, 13: return .healDisk
    case 14: return .jump(seconds: random.pick([-315_360_000, -3600, -1, 1, 3600, 315_360_000]))
    case 15: return .reads(host: host, random.chance(40))
    case 16, 17: return .hangUp(host: host)
    case 18: return random.chance(30) ? .stop : .malformed(host: host, random.below(8))
    default: return .malformed(host: host, random.below(8))
    }
  }
}

private let EIO_CODE: Int32 = 5
private let ENOSPC_CODE: Int32 = 28
private let EINTR_CODE: Int32 = 4
