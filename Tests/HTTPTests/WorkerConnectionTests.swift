import Glibc
import System
import TestSupport
import Testing

@testable import HTTP

/// Tests of the bridge's end of the socket pair with a delivery process that violates the protocol.
@Suite("The bridge enforces the limits on its delivery process")
struct WorkerConnectionTests {
  private final class Pair {
    let link: WorkerConnection
    let worker: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      var room: Int32 = 4 << 20
      setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
      let null = ChildProcess.Stream.file("/dev/null", O_RDWR)
      let process = try ChildProcess(
        .named("true"), ["true"], environment: [], input: null, output: null, errors: null)
      link = WorkerConnection(process: process, socket: ends[0])
      worker = ends[1]
    }

    deinit {
      close(worker)
      close(link.socket)
    }

    /// Sends as much of the frame as the socket accepts and makes the link read it, alternately.
    func say(_ bytes: [UInt8]) -> WorkerConnection.Reception {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
      defer { buffer.deallocate() }
      var sent = 0
      var reception = WorkerConnection.Reception.open
      while sent < bytes.count, reception == .open {
        let count = bytes[sent...].withUnsafeBytes {
          send(worker, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        if count > 0 { sent += count }
        reception = link.receive(into: buffer)
      }
      return reception
    }
  }

  private func ticket(limit: Int) -> PendingRequest {
    PendingRequest(id: 1, request: post("http://127.0.0.1:1/", responseLimit: limit))
  }

  private func outcome(of ticket: PendingRequest) -> PendingRequest.Outcome? {
    nonisolated(unsafe) var outcome: PendingRequest.Outcome?
    ticket.whenEnded { outcome = $0 }
    return outcome
  }

  @Test("a body within the limit arrives whole, a longer one is cut", arguments: [999, 1000, 1001])
  func cut(size: Int) throws {
    let pair = try Pair()
    let ticket = ticket(limit: 1000)
    pair.link.take(ticket)
    let body = [UInt8](repeating: 7, count: size)

    let reception = pair.say(
      try WorkerFrame.response(id: 1, HTTPResponse(status: 200, body: body)).encoded())

    #expect(reception == .open)
    let response = try #require(try outcome(of: ticket)?.get())
    #expect(response.status == 200)
    #expect(response.body.count == min(size, 1000))
    #expect(response.bodyIsComplete == (size <= 1000))
  }

  @Test("a frame beyond the requested size ends the process before it is read")
  func ended() throws {
    let pair = try Pair()
    pair.link.take(ticket(limit: 1000))
    let body = [UInt8](repeating: 7, count: 8 << 20)

    let reception = pair.say(
      try WorkerFrame.response(id: 1, HTTPResponse(status: 200, body: body)).encoded())

    #expect(reception == .garbled)
  }

  @Test("the reason of a failure is truncated")
  func reason() throws {
    let pair = try Pair()
    let ticket = ticket(limit: 1000)
    pair.link.take(ticket)

    let reception = pair.say(
      try WorkerFrame.failure(id: 1, message: String(repeating: "é", count: 100_000)).encoded())

    #expect(reception == .open)
    guard case .failure(let failure)? = outcome(of: ticket) else {
      return #expect(Bool(false), "no failure")
    }
    #expect(failure.message.hasPrefix("éé"))
    #expect(failure.message.utf8.count <= 4096)
  }
}
