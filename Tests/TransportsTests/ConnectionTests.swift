import Foundation
import Glibc
import JSONRPC
import Synchronization
import System
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct ConnectionTests {
  @Test(
    "input is delivered, sent messages are written, and the end of the input ends the connection"
  )
  func echo() throws {
    let pipes = try PipeConnection()
    let reader = TestReader.echo(on: pipes.connection)
    let served = pipes.run(reader)

    pipes.peer.write("{\"a\":1}\n[2]\r\n\n3")
    pipes.peer.endOutput()

    #expect(pipes.peer.rest() == "{\"a\":1}\n[2]\n3\n")
    try blockUntil { served.isDone }
    #expect(reader.hasEnded)
    #expect(reader.callsAfterEnd == 0)
    #expect(pipes.connections.counts.bytesIn == 15)
    #expect(pipes.connections.counts.bytesOut == 14)
    #expect(pipes.connections.counts.open == 0)
  }

  @Test("answers use the framing of the peer")
  func answersInTheSameFraming() throws {
    let pipes = try PipeConnection()
    let served = pipes.run(.echo(on: pipes.connection))

    pipes.peer.write("Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length: 3\r\n\r\n[1]")
    pipes.peer.endOutput()

    #expect(pipes.peer.rest() == "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]")
    try blockUntil { served.isDone }
  }

  @Test("the answers to one read are sent in one write")
  func oneWriteABatch() throws {
    let (ours, theirs) = socketPair()
    let connections = try Connections(limits: TransportLimits())
    let output = dup(ours)
    let connection = try Connection(reading: ours, writing: output, in: connections)
    let reader = TestReader.echo(on: connection)
    // All bytes are available before the first read.
    let peer = TestPeer(socket: theirs)
    peer.write(String(repeating: "{}\n", count: 200))
    let served = Served { connection.run(reader) }

    #expect(peer.readSome(65536)?.count == 600)
    peer.endOutput()

    try blockUntil { served.isDone }
    #expect(reader.batches == 1)
  }

  @Test("messages sent together by another thread leave in one write")
  func sentTogether() throws {
    let (ours, theirs) = socketPair()
    let connections = try Connections(limits: TransportLimits())
    let output = dup(ours)
    let connection = try Connection(reading: ours, writing: output, in: connections)
    let peer = TestPeer(socket: theirs)

    connection.sendTogether {
      for _ in 0..<100 { connection.send(Array("{}".utf8), as: .required) }
      #expect(!isReady(peer.number, POLLIN))
    }

    #expect(peer.readSome(65536)?.count == 300)
  }

  @Test("a message that is too long is reported and skipped on stdio, in either framing")
  func tooLongOnStdio() throws {
    var limits = TransportLimits()
    limits.frameBytes = 1000
    for input in [
      String(repeating: "x", count: 5000) + "\n{}\n",
      "Content-Length: 5000\r\n\r\n" + String(repeating: "x", count: 5000)
        + "Content-Length: 2\r\n\r\n{}",
    ] {
      let pipes = try PipeConnection(limits)
      let reader = TestReader(onEnd: { pipes.connection.close() })
      let served = pipes.run(reader)

      pipes.peer.write(input)
      pipes.peer.endOutput()

      try blockUntil { served.isDone }
      #expect(reader.faults == [.tooLong(max: 1000)])
      #expect(reader.messages == ["{}"])
    }
  }

  @Test("an invalid header block is reported and ends the input, on stdio too")
  func malformedHeader() throws {
    let pipes = try PipeConnection()
    let reader = TestReader.echo(on: pipes.connection)
    let served = pipes.run(reader)

    pipes.peer.write("Content-Length: two\r\n\r\n{}Content-Length: 2\r\n\r\n{}")

    let answer = pipes.peer.rest()
    #expect(answer?.hasPrefix("Content-Length: ") == true)
    #expect(reader.faults == [.malformedHeader(offset: 0)])
    #expect(reader.messages == [])
    try blockUntil { served.isDone }
  }

  @Test("after close nothing more of the same read is delivered")
  func nothingAfterClose() throws {
    let pipes = try PipeConnection()
    let reader = TestReader(onMessage: { text in
      if text == "2" { pipes.connection.close() }
    })

    pipes.peer.write("1\n2\n3\n4\n")
    let served = pipes.run(reader)

    try blockUntil { served.isDone }
    #expect(reader.messages == ["1", "2"])
    #expect(reader.hasEnded)
    #expect(!pipes.connection.send(Array("late".utf8), as: .required))
  }

  @Test("a blocked read ends when reading is stopped, and answers are still sent")
  func stopReading() throws {
    for _ in 0..<50 {
      let pipes = try PipeConnection()
      let reader = TestReader()
      let served = pipes.run(reader)
      pipes.peer.write("{}\n")
      try blockUntil { reader.messages == ["{}"] }

      pipes.connections.stopReading()

      try blockUntil { reader.hasEnded }
      #expect(pipes.connection.send(Array("answer".utf8), as: .required))
      // The peer may go on writing and gets no SIGPIPE.
      pipes.peer.write("{}\n")
      pipes.connection.close()
      #expect(pipes.peer.rest() == "answer\n")
      try blockUntil { served.isDone }
      #expect(reader.messages == ["{}"])
    }
  }

  @Test("a peer that stops reading ends the connection")
  func brokenPipe() throws {
    let toService = pipe()
    let fromService = pipe()
    let connections = try Connections(limits: TransportLimits())
    let connection = try Connection(
      reading: toService.reading, writing: fromService.writing, in: connections)
    let reader = TestReader()
    signal(SIGPIPE, SIG_IGN)
    let served = Served { connection.run(reader) }
    close(fromService.reading)

    _ = connection.send([1], as: .required)

    try blockUntil { served.isDone }
    #expect(reader.hasEnded)
    #expect(!connection.send([1], as: .event))
    close(toService.writing)
  }

  @Test("frames of two senders never mix", arguments: [false, true])
  func noInterleaving(overSocket: Bool) throws {
    signal(SIGPIPE, SIG_IGN)
    let toService = pipe()
    let fromService = pipe()
    let (ours, theirs) = socketPair()
    var limits = TransportLimits()
    limits.outQueueBytes = 100 << 20
    limits.outQueueMessages = 1 << 20
    let connections = try Connections(limits: limits)
    let connection = try Connection(
      reading: toService.reading, writing: overSocket ? ours : fromService.writing, in: connections)
    let peer = TestPeer(
      reading: overSocket ? theirs : fromService.reading, writing: toService.writing)
    let served = Served { connection.run(TestReader()) }
    let senders = (0..<2).map { sender in
      Served {
        for index in 0..<500 {
          let letter = sender == 0 ? "a" : "b"
          let length = index * 37 % 9000 + 1
          connection.send(
            Array(String(repeating: letter, count: length).utf8), as: .required)
        }
      }
    }
    let closing = Served {
      try? blockUntil { senders.allSatisfy(\.isDone) }
      connection.close()
    }

    let lines = peer.rest()?.split(separator: "\n") ?? []

    for letter in ["a", "b"] {
      let sent = (0..<500).map { String(repeating: letter, count: $0 * 37 % 9000 + 1) }
      let received = lines.filter { $0.hasPrefix(letter) }
      #expect(received.count == sent.count)
      #expect(zip(sent, received).allSatisfy { $0 == $1 }, "a line of \(letter) differs")
    }
    try blockUntil { served.isDone && closing.isDone }
  }

  @Test("other code in the process loses access to standard output")
  func takeOutput() throws {
    let target = pipe()
    let elsewhere = pipe()
    let descriptor = FileDescriptor(owning: target.writing)

    let taken = try StandardStreams.take(descriptor.number, leaving: elsewhere.writing)

    write(taken.number, "protocol", 8)
    write(descriptor.number, "stray", 5)
    #expect(String(decoding: readOnce(target.reading), as: UTF8.self) == "protocol")
    #expect(String(decoding: readOnce(elsewhere.reading), as: UTF8.self) == "stray")
    #expect(fcntl(taken.number, F_GETFD) & FD_CLOEXEC != 0)
    for number in [target.reading, elsewhere.reading, elsewhere.writing] { close(number) }
  }

  private func readOnce(_ number: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(number, &bytes, 100)
    return Array(bytes.prefix(max(count, 0)))
  }
}
