import Foundation
import Glibc
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct ConnectionWriterTests {
  private func smallLimits() -> TransportLimits {
    var limits = TransportLimits()
    limits.outQueueBytes = 200_000
    limits.outQueueMessages = 300
    limits.closeGrace = .milliseconds(200)
    return limits
  }

  private let kilobyte = [UInt8](repeating: 0x78, count: 1000)

  @Test(
    "for a peer that never reads, events are dropped, and required messages close the connection"
  )
  func neverReads() throws {
    let pipes = try PipeConnection(smallLimits())
    let reader = TestReader()
    let served = pipes.run(reader)

    var accepted = 0
    while pipes.connection.send(kilobyte, as: .event), accepted < 10_000 { accepted += 1 }

    // The capacity of a pipe, and the bound.
    #expect((200...280).contains(accepted))
    #expect(!pipes.connection.send(kilobyte, as: .event))
    #expect(!reader.hasEnded)

    // Events do not take the place of answers: answers have a separate bound.
    var required = 0
    while pipes.connection.send(kilobyte, as: .required), required < 10_000 { required += 1 }
    #expect((195...205).contains(required))
    try blockUntil { served.isDone }
    #expect(reader.hasEnded)
    #expect(!pipes.connection.send([1], as: .event))
  }

  @Test("the bound in messages works like the bound in bytes")
  func messageBound() throws {
    let pipes = try PipeConnection(smallLimits())
    let served = pipes.run(TestReader())
    // The pipe is full, so nothing more is written.
    #expect(pipes.connection.send([UInt8](repeating: 0x78, count: 70_000), as: .event))

    let events = (0..<1000).count { _ in pipes.connection.send([0x79], as: .event) }
    #expect(events == 299)
    let required = (0..<1000).count { _ in pipes.connection.send([0x79], as: .required) }
    #expect(required == 300)
    try blockUntil { served.isDone }
  }

  @Test("one message alone may be longer than the bound")
  func longerThanTheBound() throws {
    let pipes = try PipeConnection(smallLimits())
    let served = pipes.run(TestReader(onEnd: { pipes.connection.close() }))
    let long = [UInt8](repeating: 0x79, count: 1_000_000)

    #expect(pipes.connection.send(long, as: .required))
    #expect(pipes.peer.lines(1).first?.count == 1_000_000)
    #expect(pipes.connection.send(long, as: .event))
    #expect(pipes.peer.lines(1).first?.count == 1_000_000)

    pipes.peer.endOutput()
    try blockUntil { served.isDone }
  }

  @Test("reading from a peer that does not read stops, and it gets every answer in the end")
  func backPressure() throws {
    var limits = smallLimits()
    limits.closeGrace = .seconds(5)
    let pipes = try PipeConnection(limits)
    let connection = pipes.connection
    let answer = kilobyte
    let reader = TestReader(
      onMessage: { _ in connection.send(answer, as: .required) }, onEnd: { connection.close() })
    let served = pipes.run(reader)
    let count = 20_000
    let writing = Served {
      pipes.peer.write(String(repeating: "{}\n", count: count))
      pipes.peer.endOutput()
    }

    // The reader stops while most is unread; then reading frees space.
    try blockUntil { reader.messages.count > 100 }
    var seen = 0
    try blockUntil {
      defer { seen = reader.messages.count }
      return seen == reader.messages.count
    }
    #expect(reader.messages.count < 400)
    let answers = pipes.peer.rest(within: testTimeout)

    #expect(answers?.utf8.count == count * 1001)
    try blockUntil { served.isDone && writing.isDone }
  }

  @Test("memory for a peer that never reads stays within the bound")
  func boundedMemory() {
    var queue = OutgoingQueue(maxBytes: 10_000, maxMessages: 100)
    var taken = 0
    while queue.hasRoom(for: 1000, .event) {
      queue.append(kilobyte, framed: .lines, .event)
      taken += 1
    }
    while queue.hasRoom(for: 1000, .required) {
      queue.append(kilobyte, framed: .lines, .required)
      taken += 1
    }
    let held = (bytes: queue.bytes.count, messages: queue.messages, isHalfFull: queue.isHalfFull)
    #expect(held.bytes <= 21_000)
    #expect(held.messages == taken)
    #expect(held.isHalfFull)

    // Written in odd pieces, all of it is released.
    while !queue.isEmpty { queue.drop(min(777, queue.bytes.count)) }
    let left = (messages: queue.messages, isHalfFull: queue.isHalfFull)
    let hasRoom = queue.hasRoom(for: 1000, .required) && queue.hasRoom(for: 1000, .event)
    #expect(left == (0, false))
    #expect(hasRoom)
  }

  @Test(
    "many messages at once are sent in order, also to a peer that reads later, and sending never waits"
  )
  func manyAtOnce() throws {
    var limits = TransportLimits()
    limits.outQueueBytes = 2_000_000
    limits.outQueueMessages = 3000
    let pipes = try PipeConnection(limits)
    let served = pipes.run(TestReader(onEnd: { pipes.connection.close() }))
    // Eight times the capacity of the pipe, in messages of different lengths.
    let texts = (0..<2000).map { "\($0) " + String(repeating: "x", count: $0 % 500) }
    for part in [texts[..<5], texts[5..<1200], texts[1200...]] {
      var bytes: [UInt8] = []
      var ranges: [Range<Int>] = []
      for text in part {
        ranges.append(bytes.count..<bytes.count + text.utf8.count)
        bytes += Array(text.utf8)
      }
      bytes.withUnsafeBytes {
        pipes.connection.send(MessageSequence(bytes: $0, ranges: ranges))
      }
    }

    #expect(pipes.peer.lines(2000) == texts)
    pipes.peer.endOutput()
    try blockUntil { served.isDone }
  }

  @Test("many messages beyond the bound of the queue end the connection")
  func tooManyAtOnce() throws {
    let pipes = try PipeConnection(smallLimits())
    let served = pipes.run(TestReader())
    let bytes = [UInt8](repeating: 0x79, count: 500_000)
    let ranges = (0..<500).map { $0 * 1000..<($0 + 1) * 1000 }
    bytes.withUnsafeBytes { pipes.connection.send(MessageSequence(bytes: $0, ranges: ranges)) }
    try blockUntil { served.isDone }
    #expect(!pipes.connection.send([1], as: .event))
  }

  @Test("close waits for a peer that does not read, but only up to a limit")
  func closeGrace() throws {
    let pipes = try PipeConnection(smallLimits())
    let served = pipes.run(TestReader())
    for _ in 0..<150 { pipes.connection.send(kilobyte, as: .required) }
    let start = ContinuousClock.now

    pipes.connection.close()

    try blockUntil { served.isDone }
    #expect((.milliseconds(150)...testTimeout).contains(ContinuousClock.now - start))
  }

  @Test("messages queued at close are written when the peer reads again")
  func closeWritesTheRest() throws {
    var limits = smallLimits()
    limits.closeGrace = .seconds(5)
    let pipes = try PipeConnection(limits)
    let served = pipes.run(TestReader())
    for _ in 0..<150 { pipes.connection.send(kilobyte, as: .required) }

    pipes.connection.close()

    #expect(pipes.peer.rest()?.utf8.count == 150 * 1001)
    try blockUntil { served.isDone }
  }

  @Test("the flags of an inherited descriptor are not changed")
  func flagsUntouched() throws {
    let toService = pipe()
    let fromService = pipe()
    let before = (
      fcntl(toService.reading, F_GETFL), fcntl(fromService.writing, F_GETFL)
    )
    let kept = (dup(toService.reading), dup(fromService.writing))
    let connections = try Connections(limits: smallLimits())
    let connection = try Connection(
      reading: toService.reading, writing: fromService.writing, in: connections)
    let served = Served { connection.run(TestReader()) }
    for _ in 0..<100 { connection.send(kilobyte, as: .event) }

    #expect(fcntl(kept.0, F_GETFL) == before.0)
    #expect(fcntl(kept.1, F_GETFL) == before.1)

    connection.close()
    try blockUntil { served.isDone }
    for number in [kept.0, kept.1, fromService.reading, toService.writing] { close(number) }
  }

  @Test("a non-blocking standard input is still read")
  func nonBlockingInput() throws {
    let toService = pipe()
    let fromService = pipe()
    _ = fcntl(toService.reading, F_SETFL, O_NONBLOCK)
    let connections = try Connections(limits: smallLimits())
    let connection = try Connection(
      reading: toService.reading, writing: fromService.writing, in: connections)
    let peer = TestPeer(reading: fromService.reading, writing: toService.writing)
    let served = Served { connection.run(TestReader.echo(on: connection)) }

    for index in 0..<5 {
      peer.write("\(index)\n")
      #expect(peer.lines(1) == ["\(index)"])
    }
    connection.stopReading()
    try blockUntil { served.isDone }
  }
}

extension OutgoingQueue {
  fileprivate mutating func append(
    _ message: [UInt8], framed style: FramingStyle, _ kind: OutboundKind
  ) {
    message.withUnsafeBytes { append(Message(bytes: $0), framed: style, kind) }
  }
}
