import Glibc
import System

/// A writer that does not block, unless `mayBlock` is true. It leaves the flags of the descriptor unchanged: an
/// inherited descriptor is shared with other processes.
struct NonblockingWriter: Sendable {
  enum Result {
    case wrote(Int)
    case notReady
    /// Nothing can be written any more, for the reason with that `errno`. EPIPE: the reader is
    /// gone.
    case broken(Int32)
  }

  private enum Way {
    case socket
    /// A separate, non-blocking open file description of the pipe or terminal.
    case reopened(SharedFD)
    /// A blocking descriptor: it is polled first, and gets no more bytes than it is sure to take.
    case cautious
  }

  let descriptor: SharedFD
  private let way: Way
  /// The event that fires after each write to a descriptor that may block; nil for the others.
  private let progress: EventFD?

  init(_ descriptor: SharedFD) throws(SystemError) {
    self.descriptor = descriptor
    way =
      descriptor.isSocket ? .socket : descriptor.reopened.map(Way.reopened) ?? .cautious
    if case .cautious = way, isatty(descriptor.number) == 1 {
      progress = try EventFD()
    } else {
      progress = nil
    }
  }

  /// True for a terminal that this process may not open: a ready terminal can take less than it is given, and
  /// its reader can stop it at any time. Then `write` must be called without a lock.
  var mayBlock: Bool { progress != nil }

  func write(_ bytes: UnsafeRawBufferPointer) -> Result {
    while true {
      let written =
        switch way {
        case .socket: send(bytes)
        case .reopened(let own): Glibc.write(own.number, bytes.baseAddress, bytes.count)
        case .cautious: writeCautiously(bytes)
        }
      if written > 0 { return .wrote(written) }
      if written < 0, errno == EINTR { continue }
      return written == 0 || errno == EAGAIN ? .notReady : .broken(errno)
    }
  }

  /// Records that a write to a descriptor that may block has ended and has been counted.
  func progressed() { progress?.fire() }

  /// Waits until a further write makes sense, `event` has fired or the deadline has passed. For a descriptor
  /// that may block, waits for the writer thread.
  func wait(or event: EventFD?, until deadline: ContinuousClock.Instant?) {
    guard let progress else {
      _ = descriptor.wait(for: POLLOUT, or: event, until: deadline)
      return
    }
    if waitFor(progress.number, POLLIN, or: event, until: deadline).ready { progress.forget() }
  }

  /// Shuts down a socket in both directions.
  func shutDown() {
    if case .socket = way { shutdown(descriptor.number, Int32(SHUT_RDWR)) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.send(
      descriptor.number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }

  /// Writes at most 4096 bytes if the descriptor is ready. 4096 is PIPE_BUF: a pipe that is ready takes this
  /// much without blocking.
  private func writeCautiously(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard isReady(descriptor.number, POLLOUT) else { return 0 }
    return Glibc.write(descriptor.number, bytes.baseAddress, min(bytes.count, 4096))
  }
}

extension SharedFD {
  /// The same pipe or terminal, reopened for writing without blocking. Nil for any other file, and if it
  /// cannot be opened.
  fileprivate var reopened: SharedFD? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFIFO || isatty(number) == 1 else { return nil }
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let reopened = open("/proc/self/fd/\(number)", flags)
    return reopened < 0 ? nil : SharedFD(FileDescriptor(owning: reopened))
  }
}
