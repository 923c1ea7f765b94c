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
