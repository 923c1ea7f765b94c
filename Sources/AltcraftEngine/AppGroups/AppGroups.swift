import DurableLog
import Glibc
import HTTP
import JSONCodec
import Synchronization
import Tracing

/// The app groups of an engine: opens, selects and closes them, and delivers from each that is open.
final class AppGroups: Sendable {
  private let parts: EngineParts
  private let context: EngineContext
  private let credentials: CredentialsService
  private let tokens: PushTokens
  private let http: HTTPObserver
  private let groups: Mutex<OpenGroups>
  /// The lock for opening, closing and selecting a group, and for the choice between a provider and a token set by hand.
  private let selection = Mutex(())

  /// The time for which a deselected group stays open: a host that switches back and forth does not reopen it
  /// each time.
  private static let restingTime = Duration.seconds(60)

  /// Opens `group` and delivers its pending jobs.
  init(
    _ parts: EngineParts, selecting group: AppGroupName, context: EngineContext,
    credentials: CredentialsService, tokens: PushTokens, http: HTTPObserver
  ) throws(EngineStartError) {
    self.parts = parts
    self.context = context
    self.credentials = credentials
    self.tokens = tokens
    self.http = http
    groups = Mutex(OpenGroups(selected: try AppGroup.open(group, parts, context)))
    startDelivery(of: selected)
  }

  var selected: AppGroup { groups.withLock { $0.selected } }

  /// The open groups. An accepted job may belong to one that is no longer selected.
  var open: [AppGroup] { groups.withLock { Array($0.stores.values) } }
  var outboxes: [Outbox] { groups.withLock { $0.stores.values.map(\.outbox) } }

  func tokenCheck(of group: AppGroup) -> TokenCheck {
    TokenCheck(group: group, credentials: credentials, tokens: tokens, context: context)
  }

  private func startDelivery(of group: AppGroup) {
    group.startDelivery(
      DeliveryDependencies(
        appGroup: group, credentials: credentials, tokens: tokens, http: http, context: context))
  }

  /// Stops delivery from all groups and closes their files.
  func stop() async {
    // Wait until a group that is being closed has closed.
    let all = selection.withLock { _ in groups.withLock { $0.stop() } }
    for group in all { await group.stop() }
  }
}

// Selection.
extension AppGroups {
  /// Throws the refusal of a name that no group may have.
  static func name(_ text: String) throws(EngineError) -> AppGroupName {
    do throws(AppGroupFailure) { return try AppGroupName(text) } catch {
      switch error {
      case .empty: throw .refused(SDKError(.appGroupMissing, function: "setAppGroup"))
      case .tooLong:
        throw .invalid(
          parameter: "groupName", expected: "at most \(AppGroupName.lengthLimit) bytes of UTF-8")
      }
    }
  }

  /// Selects a group, opened if needed; see `Engine.selectAppGroup`.
  func select(_ name: String) throws(EngineError) {
    let wanted = try Self.name(name)
    // Two connections that select a new group must not both open its files.
    try selection.withLock { _ throws(EngineError) in
      let group = try opened(wanted)
      try takeOverPermission(in: group)
      let now = context.environment.now()
      let previous = groups.withLock { $0.select(group, at: now) }
      if previous !== group {
        previous.outbox.setActive(false)
        context.log.notice("another app group was selected", ["appGroup": .text(wanted.name)])
      }
      if tokens.hasSources { try group.forgetManualToken() }
      group.outbox.setActive(true)
    }
    closeIdleGroupsLater()
  }

  /// Runs `body` with the selected group. No other group is selected, and no other `body` runs, during that time.
  func withSelected<Value>(
    _ body: (AppGroup) throws(EngineError) -> Value
  ) throws(EngineError) -> Value {
    try selection.withLock { _ throws(EngineError) in try body(selected) }
  }

  private func opened(_ name: AppGroupName) throws(EngineError) -> AppGroup {
    let (group, count) = groups.withLock { ($0.stores[name], $0.stores.count) }
    if let group { return group }
    var parts = self.parts
    parts.limits = context.limits
    guard count < parts.limits.appGroups else { throw .tooManyGroups(max: parts.limits.appGroups) }
    do throws(EngineStartError) {
      let group = try AppGroup.open(name, parts, context)
      startDelivery(of: group)
      return group
    } catch {
      context.log.error(
        "an app group could not be opened",
        ["appGroup": .text(name.name), "problem": .text(error.problem)])
      throw .storage(StorageCause(error))
    }
  }
}

// The permission to show notifications.
extension AppGroups {
  /// Sets and stores the permission in all open groups; see `Engine.setPermission`.
  func setPermission(_ isGranted: Bool) throws(EngineError) {
    try selection.withLock { _ throws(EngineError) in
      if !isGranted {
        context.setPermission(false)
        try storePermission(false)
      }
      for group in open { try group.storePermission(isGranted) }
      if isGranted { try storePermission(true) }
      context.setPermission(isGranted)
    }
  }

  private func storePermission(_ isGranted: Bool) throws(EngineError) {
    do throws(StorageFailure) { try parts.permissionFile?.save(isGranted) } catch {
      throw .storage(StorageCause(error))
    }
  }

  /// Stores the permission of this process in a group. Without one, a group without a stored permission
  /// takes over a denial from the previously selected group.
  private func takeOverPermission(in group: AppGroup) throws(EngineError) {
    if let permission = context.permission {
      try group.storePermission(permission)
    } else if group.current.permission == nil, !selected.hasPermission(context) {
      try group.storePermission(false)
    }
  }
}

// Closing.
extension AppGroups {
  private func closeIdleGroupsLater() {
    groups.withLock { groups in
      guard groups.timer == nil, groups.hasOthers else { return }
      // The timer outlives the call that starts it, so it must not belong to the call's trace.
      groups.timer = TraceContext.with(nil) {
        Task { [weak self, sleep = context.environment.sleep] in
          repeat {
            guard (try? await sleep(Self.restingTime)) != nil else { return }
          } while await self?.closeIdleGroups() == true
        }
      }
    }
  }

  /// Returns true to run again: a group that is not selected is still open.
  private func closeIdleGroups() async -> Bool {
    let time = context.environment.now() - Self.restingTime
    for name in groups.withLock({ $0.left(before: time) }) {
      await withCheckedContinuation { continuation in
        context.environment.maintain { [self] in
          close(name, leftBefore: time)
          continuation.resume()
        }
      }
    }
    return groups.withLock { groups in
      if !groups.hasOthers { groups.timer = nil }
      return groups.hasOthers
    }
  }

  private func close(_ name: AppGroupName, leftBefore time: Duration) {
    // Run acknowledgements that wait for the disk here: under the lock they could not select a group.
    groups.withLock { $0.stores[name]?.outbox }?.commit()
    selection.withLock { _ in
      guard let group = groups.withLock({ $0.takeIdle(name, leftBefore: time) }) else { return }
      group.close()
      context.log.info("an app group was closed", ["appGroup": .text(name.name)])
    }
  }
}

extension EngineStartError {
  /// The system's error text, as "Too many open files".
  fileprivate var problem: String {
    switch self {
    case .storage(let failure):
      if case .io(let code) = failure { return String(cString: strerror(code)) }
      return failure.cause
    case .journal(let error):
      if case .io(let failure) = error { return String(cString: strerror(failure.code)) }
      return StorageCause(error).rawValue
    }
  }
}
