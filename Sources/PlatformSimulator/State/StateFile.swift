import Glibc
import JSONCodec
import Synchronization
import System

/// The file that keeps the state of a simulator. It is replaced as a whole, within a second after a change and when
/// the simulator stops, so that a reader never sees a part of it. Only one simulator at a time uses it.
final class StateFile: Sendable {
  private struct Progress {
    var isStopped = false
    var hasEnded = true
    /// The number of the change that the file has; nil if the last write failed.
    var written: Int?
  }

  private let path: String
  private let store: StateStore
  private let limits: SimulatorLimits
  private let complain: @Sendable (String) -> Void
  private let progress = Monitor(Progress())
  private let lock = Mutex<StateLock?>(nil)

  init(
    _ path: String, _ store: StateStore, _ limits: SimulatorLimits,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.store = store
    self.limits = limits
    self.complain = complain
  }

  /// Locks the file until `stop`, and reads it into the store. A file that does not exist is an empty state. A link is
  /// refused: it would be replaced by a file.
  func load() throws(SimulatorError) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw .state("\(path.inMessage): is a link; name the file itself")
    }
    let held = try StateLock(of: path)
    lock.withLock { $0 = held }
    let bytes: [UInt8]
    switch File.readText(path, maxBytes: limits.stateBytes) {
    case .success(let read): bytes = read
    case .failure(let error) where error.code == ENOENT: return
    case .failure(let error): throw .state("\(path.inMessage): \(error.reason)")
    }
    do throws(StateDocumentError) {
      let state = try StateDocument.state(in: bytes, limits)
      store.change { $0 = state }
    } catch {
      throw .state(
        "\(path.inMessage): \(error.reason); repair or remove the file, or choose another one")
    }
  }

  /// Writes the state now, and from now on after each change.
  func start() throws(SimulatorError) {
    if let failure = write(store.current) { throw .state(failure) }
    progress.update { progress in
      progress.isStopped = false
      progress.hasEnded = false
    }
    do throws(SystemError) {
      try PosixThread { self.run() }.detach()
    } catch {
      progress.update { $0.hasEnded = true }
      throw .state(error.description)
    }
  }

  /// Writes the last changes, releases the file and returns.
  func stop() {
    progress.update { $0.isStopped = true }
    _ = progress.wait(until: .never) { $0.hasEnded ? true : nil }
    lock.withLock { $0 = nil }
  }

  private func run() {
    var isStopped = false
    while !isStopped {
      isStopped =
        progress.wait(until: .after(.milliseconds(500))) { $0.isStopped ? true : nil } ?? false
      let current = store.current
      if progress.withLock({ $0.written }) == current.changes { continue }
      let hadFailed = progress.withLock { $0.written == nil }
      if let failure = write(current), !hadFailed { complain(failure) }
    }
    progress.update { $0.hasEnded = true }
  }

  /// Replaces the file. Returns the reason for a failure.
  private func write(_ current: (state: PlatformState, changes: Int)) -> String? {
    let failure = replace(StateDocument.bytes(current.state))
    progress.withLock { $0.written = failure == nil ? current.changes : nil }
    return failure
  }

  private func replace(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= limits.stateBytes else {
      return "\(path.inMessage): not written, because the state has \(bytes.count) bytes; "
        + "at most \(limits.stateBytes)"
    }
    let new = path + ".new"
    let descriptor = File.createNew(new, mode: 0o600)
    guard descriptor >= 0 else { return SystemError(new.inMessage).description }
    let isWritten = File.write(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = isWritten ? nil : SystemError(new.inMessage).description
    close(descriptor)
    if let failure {
      unlink(new)
      return failure
    }
    return rename(new, path) == 0 ? nil : SystemError(path.inMessage).description
  }
}
