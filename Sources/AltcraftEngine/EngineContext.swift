import Synchronization

/// The parts of an engine that its services share.
final class EngineContext: Sendable {
  let environment: Environment
  let log: Log
  let events: EventHub
  let trace: TraceHub
  let health: PlatformHealth
  let attempts = AttemptGate()
  private let adjustedLimits: Mutex<Limits>
  /// The permission to show notifications that the host set last, for all groups; nil until it does.
  private let permissionOfHost = Mutex<Bool?>(nil)

  init(
    environment: Environment, log: Log, events: EventHub, trace: TraceHub, limits: Limits
  ) {
    self.environment = environment
    self.log = log
    self.events = events
    self.trace = trace
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

  var permission: Bool? { permissionOfHost.withLock { $0 } }

  func setPermission(_ isGranted: Bool) { permissionOfHost.withLock { $0 = isGranted } }
}
