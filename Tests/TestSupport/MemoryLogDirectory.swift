import DurableLog
import Glibc
import Synchronization

/// A directory of log files in memory that separates written data from data on disk, and fails on demand. As
/// on a real disk, contents and names reach the "disk" only by `sync`.
package final class MemoryLogDirectory: LogDirectory {
  /// An effect that replaces the work of one or more system calls.
  package struct Fault: Sendable {
    package enum Effect: Sendable {
      case error(Int32)
      /// Writes about half of the bytes, up to a sector's end as disks do, and then fails.
      case partly(Int32)
      /// Writes this many bytes and returns that count.
      case short(Int)
    }

    /// The operation that fails; nil for any.
    package var operation: FileError.Operation?
    /// The number of such calls that succeed before.
    package var after: Int
    package var effect: Effect
    /// True if later calls fail too.
    package var lasts: Bool

    package init(
      _ operation: FileError.Operation?, after: Int = 0, _ effect: Effect, lasts: Bool = false
    ) {
      self.operation = operation
      self.after = after
      self.effect = effect
      self.lasts = lasts
    }
  }

  /// The effect of a power failure on unsynced data.
  package enum PowerCut: Sendable {
    case dropsUnsynced
    /// Leaves each sector and each name in its old or its new state, at random.
    case tears(seed: UInt64)
  }

  private struct State: Sendable {
    var names: [String: MemoryLogFile] = [:]
    var syncedNames: [String: MemoryLogFile] = [:]
    var subdirectories: [String: MemoryLogDirectory] = [:]
  }

  private let state = Mutex(State())
  fileprivate let disk: Disk

  package var volumeBytes: Int? { disk.state.withLock { $0.space } }

  package init(space: Int? = nil, faults: [Fault] = []) {
    disk = Disk(space: space, faults: faults)
  }

  private init(disk: Disk) {
    self.disk = disk
  }

  /// Replaces the pending faults, and counts calls from zero.
  package func fail(_ faults: [Fault]) {
    disk.state.withLock {
      $0.faults = faults
      $0.triggered = 0
    }
  }

  /// The number of faults that took effect.
  package var faultsTriggered: Int { disk.state.withLock { $0.triggered } }

  /// The number of calls so far, by operation.
  package var calls: [FileError.Operation: Int] { disk.state.withLock { $0.calls } }

  /// Makes `sync` of files and directory do nothing and report success.
  package func ignoreSyncs() {
    disk.state.withLock { $0.ignoresSyncs = true }
  }

  /// Limits the bytes of all files together; nil for no limit.
  package func setSpace(_ bytes: Int?) {
    disk.state.withLock { $0.space = bytes }
  }

  package var bytesUsed: Int { disk.state.withLock { $0.used } }

  /// Runs `hook` at the start of each call. The hook may block.
  package func onCall(_ hook: @escaping @Sendable (FileError.Operation) -> Void) {
    disk.state.withLock { $0.hook = hook }
  }

  /// Returns the files as a reader sees them now.
  package func contents() -> [String: [UInt8]] {
    state.withLock { $0.names.mapValues { $0.bytes } }
  }

  /// Writes and syncs a file, as if it had always existed.
  package func put(_ name: String, _ bytes: [UInt8]) {
    let file = MemoryLogFile(disk, bytes: bytes)
    state.withLock {
      $0.names[name] = file
      $0.syncedNames[name] = file
    }
  }

  /// Changes a file, as a faulty disk might.
  package func alter(_ name: String, _ change: (inout [UInt8]) -> Void) {
    var bytes = contents()[name] ?? []
    change(&bytes)
    put(name, bytes)
  }

  /// Returns the directory that the next process finds after a kill.
  package func afterKill() -> MemoryLogDirectory {
    let copy = MemoryLogDirectory()
    for (name, bytes) in contents() { copy.put(name, bytes) }
    return copy
  }

  /// Returns the directory that the next process finds after a power failure.
  package func afterPowerCut(_ cut: PowerCut = .dropsUnsynced) -> MemoryLogDirectory {
    let (names, synced) = state.withLock { ($0.names, $0.syncedNames) }
    let copy = MemoryLogDirectory()
    switch cut {
    case .dropsUnsynced:
      for (name, file) in synced { copy.put(name, file.syncedBytes) }
    case .tears(let seed):
      var random = SplitMix(state: seed)
      for name in Set(names.keys).union(synced.keys).sorted() {
        let file = random.next() & 1 == 0 ? names[name] : synced[name]
        if let file { copy.put(name, file.tornBytes(&random)) }
      }
    }
    return copy
  }

  package func list() throws(FileError) -> [String] {
    try disk.call(.list)
    return state.withLock { Array($0.names.keys) + Array($0.subdirectories.keys) }
  }

  package func create(_ name: String) throws(FileError) -> any LogFile {
    try disk.call(.create)
    let file = MemoryLogFile(disk, bytes: [])
    let isNew = state.withLock { state in
      if state.names[name] != nil { return false }
      state.names[name] = file
      return true
    }
    guard isNew else { throw FileError(.create, code: EEXIST) }
    return file
  }

  package func open(_ name: String) throws(FileError) -> any LogFile {
    try disk.call(.open)
    guard let file = state.withLock({ $0.names[name] }) else {
      throw FileError(.open, code: ENOENT)
    }
    return file
  }

  package func rename(_ name: String, to target: String) throws(FileError) {
    try disk.call(.rename)
    let isDone = state.withLock { state in
      guard let file = state.names.removeValue(forKey: name) else { return false }
      state.names.updateValue(file, forKey: target)?.free()
      return true
    }
    guard isDone else { throw FileError(.rename, code: ENOENT) }
  }

  package func remove(_ name: String) throws(FileError) {
    try disk.call(.remove)
    guard let file = state.withLock({ $0.names.removeValue(forKey: name) }) else {
      throw FileError(.remove, code: ENOENT)
    }
    file.free()
  }

  package func truncate(_ name: String, to bytes: Int) throws(FileError) {
    try open(name).truncate(to: bytes)
  }

  package func sync() throws(FileError) {
    try disk.call(.syncDirectory)
    guard !disk.state.withLock({ $0.ignoresSyncs }) else { return }
    state.withLock { $0.syncedNames = $0.names }
  }

  /// Moves the directory away from its path, or back.
  package func setGone(_ isGone: Bool) { disk.state.withLock { $0.isGone = isGone } }

  package func requirePlace() throws(FileError) {
    guard !disk.state.withLock({ $0.isGone }) else { throw FileError(.find, code: ENOENT) }
  }

  package func subdirectory(_ name: String) throws(FileError) -> any LogDirectory {
    try disk.call(.create)
    return state.withLock { state in
      if let existing = state.subdirectories[name] { return existing }
      let directory = MemoryLogDirectory(disk: disk)
      state.subdirectories[name] = directory
      return directory
    }
  }
}

/// The state that all files share: the space and the faults.
private final class Disk: Sendable {
  struct State: Sendable {
    var space: Int?
    var used = 0
    var faults: [MemoryLogDirectory.Fault]
    var triggered = 0
    var calls: [FileError.Operation: Int] = [:]
    var ignoresSyncs = false
    var isGone = false
    var hook: (@Sendable (FileError.Operation) -> Void)?
  }

  let state: Mutex<State>

  init(space: Int?, faults: [MemoryLogDirectory.Fault]) {
    state = Mutex(State(space: space, faults: faults))
  }

  /// Counts a call, and fails it if a fault is due.
  func call(_ operation: FileError.Operation) throws(FileError) {
    if case .error(let code)? = next(operation) { throw FileError(operation, code: code) }
  }

  func next(_ operation: FileError.Operation) -> MemoryLogDirectory.Fault.Effect? {
    state.withLock({ $0.hook })?(operation)
    return state.withLock { state in
      state.calls[operation, default: 0] += 1
      for index in state.faults.indices {
        let fault = state.faults[index]
        guard fault.operation == nil || fault.operation == operation else { continue }
        if fault.after > 0 {
          state.faults[index].after -= 1
          continue
        }
        if !fault.lasts { state.faults.remove(at: index) }
        state.triggered += 1
        return fault.effect
      }
      return nil
    }
  }

  func take(_ bytes: Int) -> Bool {
    state.withLock { state in
      if let space = state.space, bytes > 0, state.used + bytes > space { return false }
      state.used += bytes
      return true
    }
  }
}

private final class MemoryLogFile: LogFile {
  private static let sector = 512
  private static let page = 4096

  private struct State: Sendable {
    var bytes: [UInt8]
    var synced: [UInt8]
    /// The part in which `synced` may differ from `bytes`.
    var unsynced: Range<Int>?
    /// True after a failed sync: the data to be written is lost, and later syncs report success.
    var hasLostPages = false
    var isFreed = false

    mutating func change(_ part: Range<Int>) {
      guard let known = unsynced else { return unsynced = part }
      unsynced =
        min(known.lowerBound, part.lowerBound)..<max(known.upperBound, part.upperBound)
    }

    /// Copies only what changed: a segment is long, and has a sync for each record.
    mutating func sync() {
      synced.removeLast(max(0, synced.count - bytes.count))
      synced += bytes[synced.count...]
      if let part = unsynced?.clamped(to: bytes.indices) {
        synced.replaceSubrange(part, with: bytes[part])
      }
      unsynced = nil
    }
  }

  private let disk: Disk
  private let state: Mutex<State>

  init(_ disk: Disk, bytes: [UInt8]) {
    self.disk = disk
    state = Mutex(State(bytes: bytes, synced: bytes))
    _ = disk.take(bytes.count)
  }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var syncedBytes: [UInt8] { state.withLock { $0.synced } }

  func tornBytes(_ random: inout SplitMix) -> [UInt8] {
    let (new, old) = state.withLock { ($0.bytes, $0.synced) }
    if new == old { return new }
    var result = random.next() & 1 == 0 ? new : old
    for start in stride(from: 0, to: min(new.count, old.count), by: Self.sector) {
      let range = start..<min(start + Self.sector, new.count, old.count)
      result.replaceSubrange(range, with: random.next() & 1 == 0 ? new[range] : old[range])
    }
    return result
  }

  func free() {
    let bytes = state.withLock { state in
      defer { state.isFreed = true }
      return state.isFreed ? 0 : state.bytes.count
    }
    _ = disk.take(-bytes)
  }

  func size() throws(FileError) -> Int {
    try disk.call(.size)
    return state.withLock { $0.bytes.count }
  }

  /// Returns the extent of the data. A page of zeros is a hole, as after `preallocate` on a disk.
  func stored() throws(FileError) -> StoredData {
    try disk.call(.size)
    return state.withLock { state in
      var data = StoredData()
      state.bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: Self.page) {
          let page = start..<min(start + Self.page, bytes.count)
          let memory = UnsafeRawBufferPointer(rebasing: bytes[page])
          let isHole =
            memory[0] == 0
            && memcmp(memory.baseAddress!, memory.baseAddress! + 1, memory.count - 1) == 0
          if !isHole { data.add(page) }
        }
      }
      return data
    }
  }

  func preallocate(_ bytes: Int) throws(FileError) {
    try disk.call(.preallocate)
    guard grow(to: bytes) else { throw FileError(.preallocate, code: ENOSPC) }
  }

  func truncate(to bytes: Int) throws(FileError) {
    try disk.call(.truncate)
    state.withLock { state in
      _ = disk.take(bytes - state.bytes.count)
      if bytes < state.bytes.count { state.change(bytes..<state.bytes.count) }
      state.bytes = Array(state.bytes.prefix(bytes))
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try disk.call(.read)
    return state.withLock { state in
      let count = max(0, min(buffer.count, state.bytes.count - offset))
      if count > 0 { buffer.copyBytes(from: state.bytes[offset..<offset + count]) }
      return count
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    switch disk.next(.write) {
    case .error(let code):
      throw FileError(.write, code: code)
    case .partly(let code):
      let cut = (offset + bytes.count / 2) / Self.sector * Self.sector - offset
      if cut > 0 { _ = store(UnsafeRawBufferPointer(rebasing: bytes[..<cut]), at: offset) }
      throw FileError(.write, code: code)
    case .short(let count):
      return store(UnsafeRawBufferPointer(rebasing: bytes[..<min(count, bytes.count)]), at: offset)
    case nil:
      guard grow(to: offset + bytes.count) else { throw FileError(.write, code: ENOSPC) }
      return store(bytes, at: offset)
    }
  }

  func requirePlace() {}

  func writeBack(_: Range<Int>) throws(FileError) { try disk.call(.writeBack) }

  func sync() throws(FileError) {
    do throws(FileError) {
      try disk.call(.sync)
    } catch {
      if error.code != EINTR { state.withLock { $0.hasLostPages = true } }
      throw error
    }
    guard !disk.state.withLock({ $0.ignoresSyncs }) else { return }
    state.withLock { if !$0.hasLostPages { $0.sync() } }
  }

  private func store(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    _ = grow(to: offset + bytes.count)
    let part = offset..<offset + bytes.count
    state.withLock { state in
      state.bytes.replaceSubrange(part, with: bytes)
      state.change(part)
    }
    return bytes.count
  }

  private func grow(to bytes: Int) -> Bool {
    state.withLock { state in
      let missing = bytes - state.bytes.count
      guard missing > 0 else { return true }
      guard disk.take(missing) else { return false }
      state.change(state.bytes.count..<bytes)
      // An array is copied as a whole, another sequence byte by byte.
      state.bytes += [UInt8](repeating: 0, count: missing)
      return true
    }
  }
}

/// A small generator with a seed, so that a failing case can be repeated.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
