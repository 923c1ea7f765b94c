import Dispatch
import DurableLog
import Glibc
import Synchronization
import Tracing

/// The app groups with open files: the selected one, and those that were deselected a short time ago or are
/// in use.
struct OpenGroups {
  private(set) var stores: [AppGroupName: AppGroup]
  private(set) var selected: AppGroup
  /// The time at which each other group was deselected.
  private var leftAt: [AppGroupName: Duration] = [:]
  /// The task that closes groups; nil while only the selected one is open.
  var timer: Task<Void, Never>?

  init(selected: AppGroup) {
    self.selected = selected
    stores = [selected.group: selected]
  }

  /// Selects a group and returns the previous one.
  mutating func select(_ store: AppGroup, at now: Duration) -> AppGroup {
    let previous = selected
    stores[store.group] = store
    if previous !== store { leftAt[previous.group] = now }
    leftAt[store.group] = nil
    selected = store
    return previous
  }

  var hasOthers: Bool { !leftAt.isEmpty }

  func left(before time: Duration) -> [AppGroupName] {
    leftAt.filter { $0.value <= time }.map(\.key)
  }

  /// Removes and returns a deselected group that is not in use: no call holds its store, and its outbox can
  /// be retired. The result is the only reference; the caller closes its files.
  mutating func takeIdle(_ group: AppGroupName, leftBefore time: Duration) -> AppGroup? {
    guard let left = leftAt[group], left <= time, var store = stores.removeValue(forKey: group)
    else { return nil }
    guard isKnownUniquelyReferenced(&store), store.outbox.retire() else {
      stores[group] = store
      return nil
    }
    leftAt[group] = nil
    return store
  }

  /// Cancels the timer and returns all groups; the caller closes their files.
  mutating func stop() -> [AppGroup] {
    timer?.cancel()
    return Array(stores.values)
  }
}

// App groups.
extension Engine {
  /// The time for which a deselected group stays open: a host that switches back and forth does not reopen it
  /// each time.
  private static let restingTime = Duration.seconds(60)

  package func checkAppGroup(_ name: String) throws(EngineError) { _ = try Self.group(name) }

  /// Uses the data of that group from now on. Attempts of the previous group that are in progress run to
  /// their end and are recorded there. Throws `.tooManyGroups`, or `.storage` if its files or their
  /// descriptors cannot be opened; the previous group then stays selected.
  package func selectAppGroup(_ name: String) throws(EngineError) {
    let wanted = try Self.group(name)
    // Two connections that select a new group must not both open its files.
    try selection.withLock { _ throws(EngineError) in
      let store = try openGroup(wanted)
      try takeOverPermission(in: store)
      let previous = groups.withLock { $0.select(store, at: environment.now()) }
      if previous !== store {
        previous.outbox.setActive(false)
        log.notice("another app group was selected", ["appGroup": .text(wanted.name)])
      }
      store.outbox.setActive(true)
    }
    closeIdleGroupsLater()
  }

  /// Stores the permission of this process in a group. Without one, a denial in the group that was selected before
  /// holds in a group that has none of its own.
  private func takeOverPermission(in store: AppGroup) throws(EngineError) {
    if let permission = context.permission {
      try store.storePermission(permission)
    } else if store.current.permission == nil, !hasPermission {
      try store.storePermission(false)
    }
  }

  private func openGroup(_ group: AppGroupName) throws(EngineError) -> AppGroup {
    let (open, count) = groups.withLock { ($0.stores[group], $0.stores.count) }
    if let open { return open }
    var parts = self.parts
    parts.limits = limits
    guard count < parts.limits.appGroups else { throw .tooManyGroups(max: parts.limits.appGroups) }
    let store: AppGroup
    do throws(EngineStartError) {
      store = try Self.open(group, parts, events: events)
    } catch {
      log.error(
        "an app group could not be opened",
        ["appGroup": .text(group.name), "problem": .text(error.problem)])
      throw .storage(StorageCause(error))
    }
    store.start(self, dependencies(of: store))
    return store
  }

  var openGroups: [AppGroup] { groups.withLock { Array($0.stores.values) } }

  /// An accepted job may belong to a group that is no longer selected.
  var openOutboxes: [Outbox] { groups.withLock { $0.stores.values.map(\.outbox) } }

  private func closeIdleGroupsLater() {
    groups.withLock { groups in
      guard groups.timer == nil, groups.hasOthers else { return }
      // The timer outlives the call that starts it, so it must not belong to the call's trace.
      groups.timer = TraceContext.with(nil) {
        Task { [weak self, sleep = environment.sleep] in
          repeat {
            guard (try? await sleep(Self.restingTime)) != nil else { return }
          } while await self?.closeIdleGroups() == true
        }
      }
    }
  }

  /// Returns true to run again: a group that is not selected is still open.
  private func closeIdleGroups() async -> Bool {
    let time = environment.now() - Self.restingTime
    for group in groups.withLock({ $0.left(before: time) }) {
      await withCheckedContinuation { continuation in
        Outbox.maintenance.async { [self] in
          close(group, leftBefore: time)
          continuation.resume()
        }
      }
    }
    return groups.withLock { groups in
      if !groups.hasOthers { groups.timer = nil }
      return groups.hasOthers
    }
  }

  private func close(_ group: AppGroupName, leftBefore time: Duration) {
    // Run acknowledgements that wait for the disk here: under the lock they could not select a group.
    groups.withLock { $0.stores[group]?.outbox }?.commit()
    selection.withLock { _ in
      guard let store = groups.withLock({ $0.takeIdle(group, leftBefore: time) }) else { return }
      store.close()
      log.info("an app group was closed", ["appGroup": .text(group.name)])
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
