import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Counts of the arrived requests, by the number in their `Request-ID`.
final class Arrivals: Sendable {
  private struct State {
    var counts: [UInt8]
    var distinct = 0
    var repeated = 0
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(counts: Array(repeating: 0, count: count))) }

  var distinct: Int { state.withLock { $0.distinct } }
  var repeated: Int { state.withLock { $0.repeated } }

  func has(_ number: Int) -> Bool { state.withLock { $0.counts[number] > 0 } }

  func record(_ request: FaultyHTTPServer.Request) {
    guard let number = request[header: "Request-ID"].flatMap({ Int($0.dropFirst(2)) }) else {
      return
    }
    state.withLock { state in
      guard state.counts.indices.contains(number) else { return }
      if state.counts[number] == 0 { state.distinct += 1 } else { state.repeated += 1 }
      state.counts[number] = min(state.counts[number], 254) + 1
    }
  }
}

/// A host that makes calls, and keeps of the answers only the number of refusals.
final class PlainHost: Sendable {
  private let descriptor: Int32
  private let counted = Mutex(0)

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    descriptor = try WireConnection.connect(AF_UNIX, &address)
    let reading = dup(descriptor)
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var line: [UInt8] = []
      while true {
        let count = read(reading, &buffer, buffer.count)
        guard count > 0 else { break }
        line += buffer[..<count]
        while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
          let isRefusal =
            line[..<end].starts(with: Array(#"{"jsonrpc":"2.0","error""#.utf8))
            || String(decoding: line[..<end], as: UTF8.self).contains(#""error":{"#)
          if isRefusal { self?.counted.withLock { $0 += 1 } }
          line.removeFirst(end + 1)
        }
      }
      close(reading)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)); close(descriptor) }

  var refused: Int { counted.withLock { $0 } }

  func call(_ messages: [String]) throws {
    var rest = Array((messages.joined(separator: "\n") + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
  }
}
