import Glibc
import HTTP
import Synchronization
import System

/// The delivery worker: reads requests from its socket, sends them and writes the outcomes. It stores
/// nothing, and exits at once when the bridge closes the socket or ends.
@main
enum DeliveryWorker {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // The signal comes from the terminal, or from a reload that was meant for the bridge.
    signal(SIGHUP, SIG_IGN)
    umask(0o077)
    limit(RLIMIT_CORE, 0)
    // A core dump that is piped to a program ignores that limit.
    _ = controlProcess(setDumpable, 0, 0, 0, 0)
    // URLSession keeps the whole body of a redirect. The worker needs at most a fifth of this limit.
    limit(RLIMIT_DATA, 512 << 20)

    guard isSocket(deliverySocket) else {
      StandardOutput.errorLine(
        "altcraft-bridge starts altcraft-bridge-delivery; do not run it directly")
      exit(EX_USAGE)
    }
    _ = fcntl(deliverySocket, F_SETFD, FD_CLOEXEC)
    closeInherited()

    let answers = AnswerStream(socket: deliverySocket)
    let client = URLSessionHTTPClient()
    do throws(WorkerFrameError) {
      try readFrames { frame in
        switch frame {
        case .request(let id, let request):
          client.send(id, request) { answers.write(id, $0) }
        case .cancel(let id):
          client.cancel(id)
        case .response, .failure:
          exitImmediately(EX_PROTOCOL)
        }
      }
    } catch {
      exitImmediately(EX_PROTOCOL)
    }
    if isRetiring.load(ordering: .acquiring) { waitForBridgeToClose() }
    exitImmediately(0)
  }

  /// Waits until the bridge closes the socket: requests in progress may still succeed.
  private static func waitForBridgeToClose() {
    var waiting = pollfd(fd: deliverySocket, events: 0, revents: 0)
    while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
  }

  /// Calls `body` for each frame until the end of the socket.
  private static func readFrames(
    _ body: (WorkerFrame) -> Void
  ) throws(WorkerFrameError) {
    var reader = WorkerFrameReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var waiting = pollfd(fd: deliverySocket, events: Int16(POLLIN), revents: 0)
    while true {
      // A plain `read` would also be woken whenever the bridge reads a response.
      if poll(&waiting, 1, -1) < 0 && errno == EINTR { continue }
      let count = read(deliverySocket, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      while let frame = try reader.next() { body(frame) }
    }
  }

  private static func limit(_ resource: __rlimit_resource, _ value: rlim_t) {
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Closes the descriptors that the bridge inherited from its own parent. The worker needs none of them.
  private static func closeInherited() {
    guard let directory = opendir("/proc/self/fd") else { return }
    var others: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name), descriptor > deliverySocket { others.append(descriptor) }
    }
    closedir(directory)
    for descriptor in others { close(descriptor) }
  }
}

// The module of the C library does not export this function, because it is variadic.
@_silgen_name("prctl")
private func controlProcess(
  _ option: Int32, _ value: UInt, _ third: UInt, _ fourth: UInt, _ fifth: UInt
) -> Int32
private let setDumpable: Int32 = 4

/// Stops accepting requests: the bridge can no longer write them, and sends them to another process.
func retire() {
  isRetiring.store(true, ordering: .releasing)
  shutdown(deliverySocket, Int32(SHUT_RD))
}

private let isRetiring = Atomic<Bool>(false)

/// Exits with `_exit`, without `atexit` handlers: other threads may still be inside libcurl.
func exitImmediately(_ status: Int32) -> Never {
  _exit(status)
}

/// The write half of the connection to the bridge. Any thread may write; frames stay whole.
private final class AnswerStream: Sendable {
  private let socket: Int32
  private let turn = Mutex(())

  init(socket: Int32) { self.socket = socket }

  func write(_ id: UInt64, _ outcome: Result<HTTPResponse, HTTPFailure>) {
    let answer: WorkerFrame =
      switch outcome {
      case .success(let response): .response(id: id, response)
      case .failure(let failure): .failure(id: id, message: failure.message)
      }
    do throws(WorkerFrameError) {
      write(try answer.encoded())
    } catch {
      // The headers alone exceed a frame. Send the status without them, because the status decides.
      guard case .success(let response) = outcome else { exitImmediately(EX_SOFTWARE) }
      let head = HTTPResponse(status: response.status, body: [], bodyIsComplete: false)
      guard let bytes = try? WorkerFrame.response(id: id, head).encoded()
      else { exitImmediately(EX_SOFTWARE) }
      write(bytes)
    }
  }

  private func write(_ bytes: [UInt8]) {
    turn.withLock { _ in
      // A failure means that the bridge is gone.
      if !File.write(bytes, to: socket) { exitImmediately(0) }
    }
  }
}
