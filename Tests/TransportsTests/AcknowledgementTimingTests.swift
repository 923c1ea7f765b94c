import Glibc
import JSONRPC
import System
import Testing

@testable import Transports

/// Clients that write the header and the body of a message with two calls, and leave Nagle's algorithm on.
@Suite(.serialized) struct AcknowledgementTimingTests {
  @Test("a message in two pieces does not wait for an acknowledgement")
  func twoPieces() throws {
    let service = try EchoService(.tcp(.ipv4, port: 0))
    let peer = try connectTCP(service.listener.endpoint)
    let clock = ContinuousClock()

    let time = clock.measure {
      for _ in 0..<100 {
        peer.write("Content-Length: 2\r\n\r\n")
        peer.write("{}")
        var answer: [UInt8] = []
        while answer.count < 23, let bytes = peer.readSome(64) { answer += bytes }
        #expect(String(decoding: answer, as: UTF8.self) == "Content-Length: 2\r\n\r\n{}")
      }
    }

    // With delayed acknowledgements each message takes 40 ms, 4 s in all.
    #expect(time < .seconds(1))
  }

  @Test("answers over TCP are sent at once", arguments: [Endpoint.Loopback.ipv4, .ipv6])
  func withoutDelay(_ host: Endpoint.Loopback) throws {
    let listening = try TCPSocket.listen(host, port: 0)
    let peer = try connectTCP(.tcp(host, port: listening.port))
    var waiting = pollfd(fd: listening.descriptor.number, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, 20_000)

    let accepted = FileDescriptor(owning: Glibc.accept(listening.descriptor.number, nil, nil))

    var isOn: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(
      accepted.number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &length)
    #expect(status == 0 && isOn != 0)
    peer.endOutput()
  }
}
