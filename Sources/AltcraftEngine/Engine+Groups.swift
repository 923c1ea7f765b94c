import Dispatch
import DurableLog
import Glibc
import Synchronization
import Tracing

/// The app groups whose files are open: the one that is selected, and those that were left a short time ago
/// or are in use.
struct OpenGroups {
  private(set) var stores: [AppGroup: GroupStore]
  private(set) var selected: GroupStore
  /// When each of the others was left.
  private var leftAt: [AppGroup: Duration] = [:]
  /// Closes groups; nil while there is none but the selected one.
  var timer: Task<Void, Never>?

  init(selected: GroupStore) {
    self.selected = selected
    stores = [selected.group: selected]
  }

  /// Returns the group that was selected before.
  mutating func select(_ store: GroupStore, at now: Duration) -> GroupStore {
    let previous = selected
    stores[store.group] = store
    if previous !== store { leftAt[previous.group] = now }
    leftAt[store.group] = nil
    selected = store
    return previous
  }

  var hasOthers: Bool { !leftAt.isEmpty }

  func left(before time: Duration) -> [AppGroup] {
    leftAt.filter { $0.value <= time }.map(\.key)
  }

  /// Takes out a group that was left and that nothing uses: no call holds its store, and its outbox can be
  /// retired. It is the only reference then, and its files are to be closed.
  mutating func takeIdle(_ group: AppGroup, leftBefore time: Duration) -> GroupStore? {
    guard let left = leftAt[group], left <= time, var store = stores.removeValue(forKey: group)
    else { return nil }
    guard isKnownUniquelyReferenced(&store), store.outbox.retire() else {
      stores[group] = store
      return nil
    }
    leftAt[group] = nil
    return store
  }

  /// Ends the timer. Returns all groups, whose files are to be closed.
  mutating func stop() -> [GroupStore] {
    timer?.cancel()
    return Array(stores.values)
  }
}

// The app groups.
extension Engine {
  /// So long a group that was left stays open: a host that changes to and fro does not open it each time.
  private static let restingTime = Duration.seconds(60)

  package func checkAppGroup(_ name: String) throws(EngineError) { _ = try Self.group(name) }

  /// Uses the data of that group from now on. Deliveries of the other one that are on the wire run to
  /// their end and are recorded there. Throws `.tooManyGroups`, and `.storage` where its files or the
  /// descriptors for them cannot be had; then the other one stays selected.
  package func selectAppGroup(_ name: String) throws(EngineError) {
    let wanted = try Self.group(name)
    // Two connections that select a new group must not both open its files.
    try selection.withLock { _ throws(EngineError) in
      let store = try openGroup(wanted)
      let previous = groups.withLock { $0.select(store, at: environment.now()) }
      if previous !== store {
        previous.outbox.setActive(false)
        log.notice("another app group was selected", ["appGroup": .text(wanted.name)])
      }
      store.outbox.setActive(true)
    }
    closeIdleGroupsLater()
  }

  private func openGroup(_ group: AppGroup) throws(EngineError) -> GroupStore {
    let (open, count) = groups.withLock { ($0.stores[group], $0.stores.count) }
    if let open { return open }
    var parts = self.parts
    parts.limits = limits
    guard count < parts.limits.appGroups else { throw .tooManyGroups(max: parts.limits.appGroups) }
    let store: GroupStore
    do throws(EngineStartError) {
      store = try Self.open(group, parts, events: events)
    } catch {
      log.error(
        "an app group could not be opened",
        ["appGroup": .text(group.name), "problem": .text(error.problem)])
      throw .storage(StorageCause(error))
    }
    store.start(self, ports(of: store))
    return store
  }

  var openGroups: [GroupStore] { groups.withLock { Array($0.stores.values) } }

  /// What was accepted may be of a group that is not selected any more.
  var openOutboxes: [Outbox] { groups.withLock { $0.stores.values.map(\.outbox) } }

  private func closeIdleGroupsLater() {
    groups.withLock { groups in
      guard groups.timer == nil, groups.hasOthers else { return }
      // It outlives the call that begins it, and is no part of its trace.
      groups.timer = TraceContext.with(nil) {
        Task { [weak self, sleep = environment.sleep] in
          repeat {
            guard (try? await sleep(Self.restingTime)) != nil else { return }
          } while await self?.closeIdleGroups() == true
        }
      }
    }
  }

  /// Returns whether to come back: a group is still open that is not selected.
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

  private func close(_ group: AppGroup, leftBefore time: Duration) {
    // Answers that wait for the disk are given here: under the lock they could not select a group.
    groups.withLock { $0.stores[group]?.outbox }?.commit()
    selection.withLock { _ in
      guard let store = groups.withLock({ $0.takeIdle(group, leftBefore: time) }) else { return }
      store.close()
      log.info("an app group was closed", ["appGroup": .text(group.name)])
    }
  }
}

extension EngineStartError {
  /// What the system says of it, as "Too many open files".
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
