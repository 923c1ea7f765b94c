import Glibc
import HTTP
import Synchronization

/// The delivery process: reads requests from its socket, sends them, writes what came of each.
/// Keeps nothing, and ends at once when the bridge closes the socket or is gone.
// The module of the C library does not show it: it takes any number of arguments.
@_silgen_name("prctl")
private func controlProcess(
  _ option: Int32, _ value: UInt, _ third: UInt, _ fourth: UInt, _ fifth: UInt
) -> Int32
private let setDumpable: Int32 = 4

@main
enum DeliveryWorker {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // Of the terminal, or of a reload that was meant for the bridge.
    signal(SIGHUP, SIG_IGN)
    umask(0o077)
    limit(RLIMIT_CORE, 0)
    // A core that is piped to a program ignores that limit.
    _ = controlProcess(setDumpable, 0, 0, 0, 0)
    // URLSession keeps the whole body of a redirect. A fifth of this is what we ever need.
    limit(RLIMIT_DATA, 512 << 20)

    guard isSocket(deliverySocket) else {
      let usage = "altcraft-bridge-delivery is started by altcraft-bridge, not by hand\n"
      _ = Glibc.write(STDERR_FILENO, usage, usage.utf8.count)
      exit(EX_USAGE)
    }
    _ = fcntl(deliverySocket, F_SETFD, FD_CLOEXEC)
    closeInherited()

    let answers = AnswerStream(socket: deliverySocket)
    let client = URLSessionHTTPClient()
    do throws(DeliveryFrameError) {
      try readFrames { frame in
        switch frame {
        case .request(let id, let request):
          client.send(id, request) { answers.write(id, $0) }
        case .cancel(let id):
          client.cancel(id)
        case .response, .failure:
          leave(EX_PROTOCOL)
        }
      }
    } catch {
      leave(EX_PROTOCOL)
    }
    if isRetiring.load(ordering: .acquiring) { waitForBridgeToClose() }
    leave(0)
  }

  /// What is under way may still end well.
  private static func waitForBridgeToClose() {
    var waiting = pollfd(fd: deliverySocket, events: 0, revents: 0)
    while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
  }

  /// Calls `body` for each frame until the socket's end.
  private static func readFrames(
    _ body: (DeliveryFrame) -> Void
  ) throws(DeliveryFrameError) {
    var reader = DeliveryFrameReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var waiting = pollfd(fd: deliverySocket, events: Int16(POLLIN), revents: 0)
    while true {
      // A plain `read` would also be woken whenever the bridge reads what was answered.
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

  /// What the bridge's own parent left open in it is none of ours.
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

/// Takes no more requests: the bridge cannot write them any more, and gives them to another process.
func retire() {
  isRetiring.store(true, ordering: .releasing)
  shutdown(deliverySocket, Int32(SHUT_RD))
}

private let isRetiring = Atomic<Bool>(false)

/// Ends without ceremony: other threads are in the middle of things nobody waits for any more.
func leave(_ status: Int32) -> Never {
  _exit(status)
}

/// Writes whole frames, from any thread.
private final class AnswerStream: Sendable {
  private let socket: Int32
  private let turn = Mutex(())

  init(socket: Int32) { self.socket = socket }

  func write(_ id: UInt64, _ outcome: Result<HTTPResponse, HTTPFailure>) {
    let answer: DeliveryFrame =
      switch outcome {
      case .success(let response): .response(id: id, response)
      case .failure(let failure): .failure(id: id, message: failure.message)
      }
    do throws(DeliveryFrameError) {
      write(try answer.encoded())
    } catch {
      // The head's headers alone were beyond all measure. The status is what matters.
      guard case .success(let response) = outcome else { leave(EX_SOFTWARE) }
      let head = HTTPResponse(status: response.status, body: [], bodyIsComplete: false)
      guard let bytes = try? DeliveryFrame.response(id: id, head).encoded()
      else { leave(EX_SOFTWARE) }
      write(bytes)
    }
  }

  private func write(_ bytes: [UInt8]) {
    turn.withLock { _ in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes {
          Glibc.write(socket, $0.baseAddress, $0.count)
        }
        if count < 0 && errno == EINTR { continue }
        if count < 0 { leave(0) }  // The bridge is gone.
        written += count
      }
    }
  }
}
