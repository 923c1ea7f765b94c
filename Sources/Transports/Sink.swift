import Glibc

/// Writes to a descriptor as much as it takes without waiting. Its flags are left as they were: an
/// inherited descriptor is shared with other processes.
struct Sink: Sendable {
  enum Result {
    case wrote(Int)
    case notReady
    /// Nobody reads there any more.
    case broken
  }

  let descriptor: SharedFD
  private let isSocket: Bool

  init(_ descriptor: SharedFD) {
    self.descriptor = descriptor
    isSocket = descriptor.isSocket
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Result {
    while true {
      let written = isSocket ? send(bytes) : writeToPipe(bytes)
      if written > 0 { return .wrote(written) }
      if written < 0, errno == EINTR { continue }
      return written == 0 || errno == EAGAIN ? .notReady : .broken
    }
  }

  /// Ends a socket in both directions.
  func shutDown() {
    if isSocket { shutdown(descriptor.number, Int32(SHUT_RDWR)) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.send(
      descriptor.number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }

  /// 4096 is PIPE_BUF: a pipe that is ready takes this much without blocking.
  private func writeToPipe(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard isReady(descriptor.number, POLLOUT) else { return 0 }
    return Glibc.write(descriptor.number, bytes.baseAddress, min(bytes.count, 4096))
  }
}
