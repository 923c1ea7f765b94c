import Foundation
import Glibc
import TestSupport

/// A connection without a protocol and without a thread: raw bytes, read when the test asks for them.
final class RawPeer {
  enum Arrival: Equatable {
    case bytes([UInt8])
    case ended
    case nothing
  }

  private let descriptor: Int32
  private var isOpen = true

  init(unix path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    descriptor = try Self.connect(AF_UNIX, &address)
  }

  /// Connects to the IPv4 loopback.
  init(port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    descriptor = try Self.connect(AF_INET, &address)
  }

  deinit { close() }

  /// Writes what fits without waiting. Returns nil if the other end is closed.
  func writeSome(_ bytes: some Collection<UInt8>) -> Int? {
    let bytes = Array(bytes)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Writes all bytes. Returns false if the other end closed, or took too long to read them.
  func write(_ bytes: some Collection<UInt8>, within limit: Duration = .seconds(20)) -> Bool {
    let deadline = ContinuousClock.now + limit
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard let count = writeSome(rest), .now < deadline else { return false }
      rest = rest.dropFirst(count)
      if count == 0 { wait(for: POLLOUT, milliseconds: 50) }
    }
    return true
  }

  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Reads the bytes that are available, or that arrive within `milliseconds`.
  func read(milliseconds: Int32 = 0) -> Arrival {
    if milliseconds > 0 { wait(for: POLLIN, milliseconds: milliseconds) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
    return .ended
  }

  /// Reads everything up to the end of the connection. Returns nil if that does not arrive in time.
  func rest(within limit: Duration = .seconds(20)) -> [UInt8]? {
    let deadline = ContinuousClock.now + limit
    var all: [UInt8] = []
    while .now < deadline {
      switch read(milliseconds: 50) {
      case .bytes(let bytes): all += bytes
      case .ended: return all
      case .nothing: break
      }
    }
    return nil
  }

  /// Reads the lines up to the one that contains `mark`. Returns nil if none does before the end or in time.
  func lines(upTo mark: String, within limit: Duration = .seconds(20)) -> [String]? {
    let deadline = ContinuousClock.now + limit
    var all: [UInt8] = []
    while .now < deadline {
      if all.last == UInt8(ascii: "\n") {
        let lines = String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
        if lines.contains(where: { $0.contains(mark) }) { return lines }
      }
      switch read(milliseconds: 50) {
      case .bytes(let bytes): all += bytes
      case .ended: return nil
      case .nothing: break
      }
    }
    return nil
  }

  /// Closes the write half. The other end can still write.
  func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes so that the other end gets a reset in place of an end (TCP).
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  private func wait(for events: Int32, milliseconds: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&waiting, 1, milliseconds)
  }

  private static func connect<Address>(_ family: Int32, _ address: inout Address) throws -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let number = try WireConnection.connect(family, &address)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    return number
  }
}

/// The resource use of a process, as the kernel counts it.
struct Vitals: CustomStringConvertible {
  let residentKiB: Int
  let peakKiB: Int
  let threads: Int
  let descriptors: Int

  init(of pid: pid_t) throws {
    let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    func value(_ name: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    residentKiB = value("VmRSS")
    peakKiB = value("VmHWM")
    threads = value("Threads")
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
  }

  var description: String {
    "\(residentKiB) KiB, at most \(peakKiB), \(threads) threads, \(descriptors) descriptors"
  }
}

extension ServiceProcess {
  var vitals: Vitals { get throws { try Vitals(of: pid) } }

  func rawUnix() async throws -> RawPeer { try RawPeer(unix: await endpoint("unix:")) }

  func rawUnix(_ count: Int) async throws -> [RawPeer] {
    let path = try await endpoint("unix:")
    return try (0..<count).map { _ in try RawPeer(unix: path) }
  }

  func rawTCP() async throws -> RawPeer {
    try RawPeer(port: UInt16(try await endpoint("tcp:127.0.0.1:")) ?? 0)
  }

  /// Waits until threads and descriptors are back to their earlier numbers, but for a few: pools keep some,
  /// and the journal or another connection of the test may have opened one.
  func settles(to before: Vitals) async throws {
    var now = try vitals
    do {
      try await eventually("threads and descriptors are back") {
        now = try vitals
        return now.threads <= before.threads + 4 && now.descriptors <= before.descriptors + 4
      }
    } catch {
      throw Overdue("before: \(before); now: \(now)")
    }
  }
}
