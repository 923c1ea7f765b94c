import Synchronization

/// The parts of an engine that its services share.
final class EngineContext: Sendable {
  let environment: Environment
  let log: Log
  let events: EventHub
  let health: PlatformHealth
  private let adjustedLimits: Mutex<Limits>
  /// The permission to show notifications. Granted until the host changes it.
  private let permission = Atomic<Bool>(true)

  init(environment: Environment, log: Log, events: EventHub, limits: Limits) {
    self.environment = environment
    self.log = log
    self.events = events
    health = PlatformHealth(log)
    adjustedLimits = Mutex(limits)
  }

  /// The limits in force.
  var limits: Limits { adjustedLimits.withLock { $0 } }

  /// Changes all limits but those of `Limits.fixedAtStart`. Returns the limits in force.
  func adjust(_ limits: Limits) -> Limits {
    adjustedLimits.withLock { inForce in
      for (name, value) in limits.values where !Limits.fixedAtStart.contains(name) {
        inForce.set(name, to: value)
      }
      return inForce
    }
  }

  var hasPermission: Bool { permission.load(ordering: .acquiring) }

  func setPermission(_ isGranted: Bool) { permission.store(isGranted, ordering: .releasing) }
}
