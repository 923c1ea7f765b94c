import AltcraftEngine
import CLibraries
import DurableLog
import Glibc

/// A disk in memory that separates written data from data on the disk, fails on demand, and takes time for a sync,
/// during which other threads run. Used by the thread with the baton only.
final class SimulatedDisk: @unchecked Sendable {
  /// A failure of the next calls of one operation.
  struct Fault {
    var operation: FileError.Operation
    /// The number of such calls that succeed before.
    var after: Int
    var code: Int32
    /// True to write a part of the bytes before a failure.
    var isPartial = false
    /// The number of calls that fail.
    var count = 1
  }

  /// The loss of data at the end of a process.
  enum Cut: Equatable {
    /// The end of the process only.
    case kill
    case dropsUnsynced
    /// Leaves each sector and each name in its old or new state.
    case tears
  }

  fileprivate(set) var directories: [String: SimulatedDirectory] = [:]
  private var faults: [Fault] = []
  /// The bytes of all files together; nil for no limit.
  var space: Int?
  fileprivate(set) var used = 0
  /// True after a cut: its process has terminated, and nothing fails or waits any more.
  fileprivate(set) var isDetached = false
  /// Called in the middle of a write or sync.
  var pause: (FileError.Operation) -> Void = { _ in }
  private(set) var failures = 0
  /// The number of syncs in progress.
  fileprivate(set) var syncs = 0

  init() {}

  func fail(_ fault: Fault) { faults.append(fault) }

  func heal() {
    faults = []
    space = nil
  }

  func directory(_ name: String) -> SimulatedDirectory {
    if let known = directories[name] { return known }
    let made = SimulatedDirectory(self)
    directories[name] = made
    return made
  }

  /// Returns the disk that the next process finds. This one stays usable for the terminated process.
  func cut(_ cut: Cut, _ random: inout Generator) -> SimulatedDisk {
    let copy = SimulatedDisk()
    for (name, directory) in directories.sorted(by: { $0.key < $1.key }) {
      copy.directories[name] = directory.copy(on: copy, cut, &random)
    }
    isDetached = true
    return copy
  }

  /// Returns true if these bytes are or were on the disk, for a search of secrets.
  func contains(_ text: [UInt8]) -> Bool { directories.values.contains { $0.contains(text) } }

  /// Returns true if a file of the log contains that text, on the disk if `synced`.
  func hasStored(_ text: String, synced: Bool) -> Bool {
    let text = Array(text.utf8)
    return directories.values.contains { $0.hasStored(text, synced) }
  }

  fileprivate func next(_ operation: FileError.Operation) -> Fault? {
    guard !isDetached else { return nil }
    for index in faults.indices where faults[index].operation == operation {
      if faults[index].after > 0 {
        faults[index].after -= 1
        continue
      }
      let fault = faults[index]
      faults[index].count -= 1
      if faults[index].count <= 0 { faults.remove(at: index) }
      failures += 1
      return fault
    }
    return nil
  }

  fileprivate func call(_ operation: FileError.Operation) throws(FileError) {
    if let fault = next(operation) { throw FileError(operation, code: fault.code) }
  }

  fileprivate func take(_ bytes: Int) -> Bool {
    if !isDetached, let space, bytes > 0, used + bytes > space {
      failures += 1
      return false
    }
    used += bytes
    return true
  }
}

/// A directory of the disk. Names and contents reach the disk only by `sync`.
final class SimulatedDirectory: LogDirectory, @unchecked Sendable {
  private let disk: SimulatedDisk
  private var names: [String: SimulatedFile] = [:]
  private var syncedNames: [String: SimulatedFile] = [:]
  private var subdirectories: [String: SimulatedDirectory] = [:]

  init(_ disk: SimulatedDisk) { self.disk = disk }

  fileprivate func copy(
    on disk: SimulatedDisk, _ cut: SimulatedDisk.Cut, _ random: inout Generator
  ) -> SimulatedDirectory {
    let copy = SimulatedDirectory(disk)
    for name in Set(names.keys).union(syncedNames.keys).sorted() {
      let (file, bytes): (SimulatedFile?, [UInt8]?)
      switch cut {
      case .kill:
        file = names[name]
        bytes = file?.bytes
      case .dropsUnsynced:
        file = syncedNames[name]
        bytes = file?.synced
      case .tears:
        file = random.chance(50) ? names[name] : syncedNames[name]
        bytes = file?.torn(&random)
      }
      if let bytes {
        let made = SimulatedFile(disk, bytes)
        copy.names[name] = made
        copy.syncedNames[name] = made
      }
    }
    for (name, directory) in subdirectories.sorted(by: { $0.key < $1.key }) {
      copy.subdirectories[name] = directory.copy(on: disk, cut, &random)
    }
    return copy
  }

  fileprivate func contains(_ text: [UInt8]) -> Bool {
    names.values.contains { $0.contains(text) }
      || subdirectories.values.contains { $0.contains(text) }
  }

  fileprivate func hasStored(_ text: [UInt8], _ synced: Bool) -> Bool {
    (synced ? syncedNames : names).values.contains { $0.has(text, synced) }
  }

  // The log.
  func list() throws(FileError) -> [String] {
    try disk.call(.list)
    return (Array(names.keys) + Array(subdirectories.keys)).sorted()
  }

  func create(_ name: String) throws(FileError) -> any LogFile {
    try disk.call(.create)
    guard names[name] == nil else { throw FileError(.create, code: EEXIST) }
    let file = SimulatedFile(disk, [])
    names[name] = file
    return file
  }

  func open(_ name: String) throws(FileError) -> any LogFile {
    try disk.call(.open)
    guard let file = names[name] else { throw FileError(.open, code: ENOENT) }
    return file
  }

  func rename(_ name: String, to target: String) throws(FileError) {
    try disk.call(.rename)
    guard let file = names.removeValue(forKey: name) else {
      throw FileError(.rename, code: ENOENT)
    }
    names.updateValue(file, forKey: target)?.free()
  }

  func remove(_ name: String) throws(FileError) {
    try disk.call(.remove)
    guard let file = names.removeValue(forKey: name) else {
      throw FileError(.remove, code: ENOENT)
    }
    file.free()
  }

  func truncate(_ name: String, to bytes: Int) throws(FileError) {
    try open(name).truncate(to: bytes)
  }

  func sync() throws(FileError) {
    try disk.call(.syncDirectory)
    syncedNames = names
  }

  func requirePlace() {}

  func subdirectory(_ name: String) throws(FileError) -> any LogDirectory {
    try disk.call(.create)
    if let known = subdirectories[name] { return known }
    let made = SimulatedDirectory(disk)
    subdirectories[name] = made
    return made
  }

  fileprivate func bytes(of name: String) -> [UInt8]? { names[name]?.bytes }

  /// Creates a file whose content is on the disk when this returns.
  fileprivate func create(_ name: String, holding bytes: [UInt8]) throws(FileError) {
    let file = try create(name)
    do throws(FileError) {
      _ = try bytes.withUnsafeBytes { buffer in
        Result { () throws(FileError) in try file.write(buffer, at: 0) }
      }.get()
      try file.sync()
    } catch {
      names[name] = nil
      throw error
    }
  }

  fileprivate func has(_ name: String) -> Bool { names[name] != nil }
}

/// The directory of an app group: its log, and its settings.
struct SimulatedGroup: GroupDirectory {
  let directory: SimulatedDirectory

  func log() throws(StorageFailure) -> any LogDirectory { directory }
  func requireDescriptors(_ count: Int) throws(StorageFailure) {}

  func makeDirectory(_ name: String) throws(StorageFailure) {
    try settings { () throws(FileError) in _ = try directory.subdirectory(name) }
  }

  func contents(of name: String, limit: Int) throws(StorageFailure) -> [UInt8]? {
    directory.bytes(of: name)
  }

  func createFile(_ name: String, holding bytes: [UInt8]) throws(StorageFailure) {
    try settings { () throws(FileError) in try directory.create(name, holding: bytes) }
  }

  func rename(_ name: String, to newName: String) throws(StorageFailure) {
    try settings { () throws(FileError) in try directory.rename(name, to: newName) }
  }

  func remove(_ name: String) throws(StorageFailure) {
    guard directory.has(name) else { return }
    try settings { () throws(FileError) in try directory.remove(name) }
  }

  func sync() throws(StorageFailure) {
    try settings { () throws(FileError) in try directory.sync() }
  }

  private func settings(_ body: () throws(FileError) -> Void) throws(StorageFailure) {
    do throws(FileError) { try body() } catch { throw StorageFailure(errno: error.code) }
  }
}

/// A file of the disk.
private final class SimulatedFile: LogFile, @unchecked Sendable {
  private static let sector = 512
  private static let page = 4096
  private static let zeros = [UInt8](repeating: 0, count: page)

  private let disk: SimulatedDisk
  fileprivate private(set) var bytes: [UInt8]
  fileprivate var synced: [UInt8]
  /// The bytes that were written since the last sync began.
  private var dirty: Range<Int>?
  /// True after a failed sync: the data to be written is lost, and later syncs report success.
  private var hasLostPages = false
  private var isFreed = false

  init(_ disk: SimulatedDisk, _ bytes: [UInt8]) {
    self.disk = disk
    self.bytes = bytes
    synced = bytes
    _ = disk.take(bytes.count)
  }

  func torn(_ random: inout Generator) -> [UInt8] {
    guard bytes != synced else { return bytes }
    var result = random.chance(50) ? bytes : synced
    let common = min(bytes.count, synced.count)
    for start in stride(from: 0, to: common, by: Self.sector) {
      let range = start..<min(start + Self.sector, common)
      guard bytes[range] != synced[range] else { continue }
      result.replaceSubrange(range, with: random.chance(50) ? bytes[range] : synced[range])
    }
    return result
  }

  func contains(_ text: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { memmem($0.baseAddress, $0.count, text, text.count) != nil }
  }

  func has(_ text: [UInt8], _ synced: Bool) -> Bool {
    (synced ? self.synced : bytes).withUnsafeBytes {
      memmem($0.baseAddress, $0.count, text, text.count) != nil
    }
  }

  func free() {
    if !isFreed { _ = disk.take(-bytes.count) }
    isFreed = true
  }

  func size() throws(FileError) -> Int {
    try disk.call(.size)
    return bytes.count
  }

  func stored() throws(FileError) -> StoredData {
    try disk.call(.size)
    var data = StoredData()
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.page) {
        let page = start..<min(start + Self.page, bytes.count)
        guard let base = bytes.baseAddress else { return }
        if memcmp(base + start, Self.zeros, page.count) != 0 { data.add(page) }
      }
    }
    return data
  }

  func preallocate(_ bytes: Int) throws(FileError) {
    try disk.call(.preallocate)
    guard grow(to: bytes) else { throw FileError(.preallocate, code: ENOSPC) }
  }

  func truncate(to count: Int) throws(FileError) {
    try disk.call(.truncate)
    if !isFreed { _ = disk.take(min(count, bytes.count) - bytes.count) }
    if count < bytes.count { bytes.removeLast(bytes.count - count) }
    // The new length is not on the disk before a sync.
    touch(min(count, synced.count)..<max(count, synced.count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try disk.call(.read)
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  func write(_ data: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    if let fault = disk.next(.write) {
      if fault.isPartial {
        let cut = (offset + data.count / 2) / Self.sector * Self.sector - offset
        if cut > 0 { store(UnsafeRawBufferPointer(rebasing: data[..<cut]), at: offset) }
      }
      throw FileError(.write, code: fault.code)
    }
    guard grow(to: offset + data.count) else { throw FileError(.write, code: ENOSPC) }
    store(data, at: offset)
    if !disk.isDetached { disk.pause(.write) }
    return data.count
  }

  func writeBack(_: Range<Int>) throws(FileError) { try disk.call(.writeBack) }
  func requirePlace() {}

  func sync() throws(FileError) {
    if let fault = disk.next(.sync) {
      if fault.code != EINTR { hasLostPages = true }
      disk.pause(.sync)
      throw FileError(.sync, code: fault.code)
    }
    guard !disk.isDetached else { return }
    // Only data written before the call is safe when it returns.
    let (range, count) = (dirty ?? 0..<0, bytes.count)
    let end = min(range.upperBound, count)
    let data = range.lowerBound < end ? Array(bytes[range.lowerBound..<end]) : []
    dirty = nil
    disk.syncs += 1
    disk.pause(.sync)
    disk.syncs -= 1
    guard !hasLostPages else { return }
    if synced.count > count { synced.removeLast(synced.count - count) }
    if synced.count < count { synced += [UInt8](repeating: 0, count: count - synced.count) }
    if !data.isEmpty { synced.replaceSubrange(range.lowerBound..<end, with: data) }
  }

  private func store(_ data: UnsafeRawBufferPointer, at offset: Int) {
    guard data.count > 0 else { return }
    _ = grow(to: offset + data.count)
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset..<offset + data.count])
        .copyMemory(from: data)
    }
    touch(offset..<offset + data.count)
  }

  private func touch(_ range: Range<Int>) {
    dirty =
      dirty.map {
        min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound)
      } ?? range
  }

  private func grow(to count: Int) -> Bool {
    let missing = count - bytes.count
    guard missing > 0 else { return true }
    guard isFreed || disk.take(missing) else { return false }
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: missing)
    touch(start..<count)
    return true
  }
}
