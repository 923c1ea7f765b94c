import Glibc
import System

/// The command `floor KIND TRANSPORT`: this program as the other end, with the least possible work. It ends
/// when its standard input ends.
///
/// Reads and writes block, with one thread per connection. `raw` returns the bytes; `json` splits frames,
/// scans every byte of each and answers with the id; `fanout` sends a line to every connection for each line
/// of its input.
enum BaselineCommand {
  static func run(_ words: [String]) throws(BenchError) {
    guard words.count == 2, let kind = BaselineKind(rawValue: words[0]) else {
      throw BenchError("floor: needs a kind and a transport")
    }
    switch words[1] {
    case "stdio": kind.serve(STDIN_FILENO, STDOUT_FILENO)
    case "tcp": try serve(kind, on: try listen(.loopback(port: 0)))
    default:
      guard let address = SocketAddress(path: words[1]) else {
        throw BenchError("the socket path is too long: \(words[1])")
      }
      try serve(kind, on: try listen(address))
    }
  }

  private static func serve(_ kind: BaselineKind, on listener: Int32) throws(BenchError) {
    // The port; 0 for a Unix socket.
    StandardOutput.text("\(SocketAddress(of: listener)?.port ?? 0)\n")
    PosixThread.require {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        var yes: Int32 = 1
        setsockopt(
          connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        kind.admit(connection)
        PosixThread.require {
          kind.serve(connection, connection)
          kind.dismiss(connection)
          close(connection)
        }
      }
    }
    kind.waitForEnd()
  }

  private static func listen(_ address: SocketAddress) throws(BenchError) -> Int32 {
    let listener = socket(
      address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw BenchError(call: "socket") }
    guard address.withPointer({ Glibc.bind(listener, $0, $1) }) == 0,
      Glibc.listen(listener, 128) == 0
    else { throw BenchError(call: "listen") }
    return listener
  }
}

/// A running baseline process.
final class Baseline {
  let process: MeasuredProcess
  private let path: String?
  private let port: UInt16
  private let isEcho: Bool

  enum Transport { case stdio, unix, tcp }

  init(_ kind: BaselineKind, _ transport: Transport, _ bench: Bench) throws(BenchError) {
    isEcho = kind == .raw
    path = transport == .unix ? bench.workspace.newPath("floor") : nil
    process = try bench.baseline([
      kind.rawValue, transport == .stdio ? "stdio" : transport == .tcp ? "tcp" : path ?? "",
    ])
    port = transport == .stdio ? 0 : try Baseline.readPort(process)
  }

  private static func readPort(_ process: MeasuredProcess) throws(BenchError) -> UInt16 {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(process.reading, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    guard let port = UInt16(String(decoding: line, as: UTF8.self)) else {
      throw BenchError("the baseline did not start: \(process.errorText)")
    }
    return port
  }

  /// Opens another connection. Over stdio there is only one.
  func connect(_ framing: Framing = .newline) throws(BenchError) -> RawConnection {
    if let path { return try RawConnection(unix: path, framing, isEcho: isEcho) }
    if port > 0 { return try RawConnection(port: port, framing, isEcho: isEcho) }
    return RawConnection(process, framing, isEcho: isEcho)
  }
}
