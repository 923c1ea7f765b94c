import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import Transports

@Suite(.blocking) struct UnixListenerTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/rpc.sock" }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(
    "a peer is answered, also after its half close; the socket is private, and removed in the end")
  func echo() throws {
    let path = directory.path + "/new/deep/rpc.sock"
    let service = try EchoService(.unix(path: path))

    #expect(mode(path) == 0o600)
    #expect(mode(directory.path + "/new/deep") == 0o700)
    let peer = try connectUnix(path)
    peer.write("{}\nnot json\nGET / HTTP/1.1\n[1]")
    peer.endOutput()
    #expect(peer.rest() == "{}\nnot json\nGET / HTTP/1.1\n[1]\n")
    let browser = try connectUnix(path)
    browser.write("GET / HTTP/1.1\r\n\r\n{}\n")
    #expect(browser.rest() == "fault foreignProtocol\n")
    let returned = try connectUnix(path)
    returned.write("{}\r\n")
    #expect(returned.lines(1) == ["{}\r"])
    #expect(service.trusts == [.trusted, .trusted, .trusted])

    service.listener.stop()
    #expect(mode(path) == 0)
    #expect(throws: SystemError.self) { try connectUnix(path) }
  }

  @Test("a message that is too long is reported and ends the connection")
  func tooLong() throws {
    var limits = TransportLimits()
    limits.frameBytes = 1000
    let service = try EchoService(.unix(path: path), limits)

    let peer = try connectUnix(path)
    peer.write("[" + String(repeating: "x", count: 100_000) + "\n{}\n")

    #expect(peer.rest() == "fault tooLong(max: 1000, id: JSONRPC.RequestID.null)\n")
    #expect(service.messages == [])
  }

  @Test("an invalid header block is reported and ends the connection")
  func malformedHeader() throws {
    let service = try EchoService(.unix(path: path))

    let peer = try connectUnix(path)
    peer.write("Content-Length: x\r\n\r\n{}Content-Length: 2\r\n\r\n{}")

    #expect(peer.rest()?.contains("fault malformedHeader") == true)
    #expect(service.messages == [])
  }

  @Test("an unfinished message ends the connection in time; between messages there is no limit")
  func frameSeconds() throws {
    var limits = TransportLimits()
    limits.frameSeconds = .milliseconds(200)
    let service = try EchoService(.unix(path: path), limits)
    let idle = try connectUnix(path)
    idle.write("{}\n")
    #expect(idle.lines(1) == ["{}"])

    // One byte now and then does not extend the time.
    let slow = try connectUnix(path)
    try blockUntil { service.connections.counts.open == 2 }
    let dribble = Served {
      for _ in 0..<600 where service.connections.counts.open > 1 {
        slow.write("[")
        usleep(10_000)
      }
    }
    #expect(slow.rest() == "fault tooSlow(seconds: 0.2)\n")
    try blockUntil { dribble.isDone }

    idle.write("[2]\n")
    #expect(idle.lines(1) == ["[2]"])
    // An announced body counts as a started message.
    let header = try connectUnix(path)
    header.write("Content-Length: 10\r\n\r\n")
    #expect(header.rest() == "Content-Length: 27\r\n\r\nfault tooSlow(seconds: 0.2)")
  }

  @Test("connections beyond the limit are closed at once and counted; the others continue")
  func connectionFlood() throws {
    var limits = TransportLimits()
    limits.connections = 3
    let service = try EchoService(.unix(path: path), limits)
    let peers = try (0..<3).map { _ in try connectUnix(path) }
    try blockUntil { service.connections.counts.open == 3 }

    for _ in 0..<100 {
      let refused = try connectUnix(path)
      #expect(refused.rest() == "")
    }

    #expect(service.connections.counts.refused == 100)
    for (index, peer) in peers.enumerated() {
      peer.write("[\(index)]\n")
      #expect(peer.lines(1) == ["[\(index)]"])
      peer.endOutput()
      #expect(peer.rest() == "")
    }
    #expect(service.connections.waitUntilClosed(within: testTimeout))
    let late = try connectUnix(path)
    late.write("[4]\n")
    #expect(late.lines(1) == ["[4]"])
    #expect(service.connections.counts.opened == 4)
  }

  @Test("a stale socket is replaced, a live one is not touched")
  func staleAndLiving() throws {
    do {
      let service = try EchoService(.unix(path: path))
      #expect(throws: ListenerError.inUse(.unix(path: path))) {
        try EchoService(.unix(path: path))
      }
      let peer = try connectUnix(path)
      peer.write("{}\n")
      #expect(peer.lines(1) == ["{}"])
      // As left by a killed process.
      #expect(link(path, path + ".kept") == 0)
      service.listener.stop()
    }
    #expect(rename(path + ".kept", path) == 0)

    let service = try EchoService(.unix(path: path))

    let peer = try connectUnix(path)
    peer.write("{}\n")
    #expect(peer.lines(1) == ["{}"])
    service.listener.stop()
  }

  // A killed start leaves its empty file behind.
  @Test(
    "of several starts that find the same stale socket one serves it, and keeps it",
    arguments: [false, true])
  func startsAtOnce(afterKilledStart: Bool) throws {
    // Each once found the stale socket, removed the file that was there by then, and bound its own socket.
    for round in 0..<40 {
      let path = directory.path + "/\(round)"
      if afterKilledStart {
        try "".write(toFile: path + ".starting", atomically: false, encoding: .utf8)
      }
      do {
        let killed = try EchoService(.unix(path: path))
        #expect(link(path, path + ".kept") == 0)
        killed.listener.stop()
      }
      #expect(rename(path + ".kept", path) == 0)
      let results = Mutex<[Result<EchoService, ListenerError>]>([])
      let begin = Atomic(false)
      let starts = (0..<4).map { _ in
        Served {
          while !begin.load(ordering: .acquiring) {}
          let result = Result { () throws(ListenerError) in try EchoService(.unix(path: path)) }
          results.withLock { $0.append(result) }
        }
      }
      begin.store(true, ordering: .releasing)
      try blockUntil { starts.allSatisfy(\.isDone) }

      let all = results.withLock { $0 }
      let serving = all.compactMap { try? $0.get() }
      #expect(serving.count == 1)
      let peer = try connectUnix(path)
      peer.write("{}\n")
      #expect(peer.lines(1) == ["{}"])
      for service in serving { service.listener.stop() }
      #expect(mode(path) == 0)
    }
  }

  @Test("a file of the user beside the socket is left alone", arguments: [".lock", ".starting"])
  func filesBeside(suffix: String) throws {
    let file = path + suffix
    try "mine".write(toFile: file, atomically: false, encoding: .utf8)
    #expect(chmod(file, 0o400) == 0)

    let service = try EchoService(.unix(path: path))
    service.listener.stop()

    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(mode(file) == 0o400)
  }

  @Test("a start that another process prevents names the file to move away")
  func startFileInUse() throws {
    let file = path + ".starting"
    let lock = FileDescriptor(owning: open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    #expect(flock(lock.number, LOCK_EX) == 0)

    #expect(throws: ListenerError.startFile(path: file, reason: "is locked by another process")) {
      try EchoService(.unix(path: path))
    }

    #expect(unlink(file) == 0 && symlink("/dev/null", file) == 0)
    #expect(throws: ListenerError.self) { try EchoService(.unix(path: path)) }
    #expect(mode(path) == 0)
  }

  @Test("a start leaves nothing but its socket")
  func leavesNothingElse() throws {
    let service = try EchoService(.unix(path: path))

    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["rpc.sock"])
    service.listener.stop()
  }

  @Test("a file that is not a socket is not touched")
  func occupied() throws {
    try "mine".write(toFile: path, atomically: false, encoding: .utf8)

    #expect(throws: ListenerError.occupied(path: path)) { try EchoService(.unix(path: path)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("a socket that has replaced the own one is not removed")
  func removesOnlyItsOwn() throws {
    let service = try EchoService(.unix(path: path))
    #expect(unlink(path) == 0)
    let other = try EchoService(.unix(path: path))

    service.listener.stop()

    #expect(mode(path) == 0o600)
    let peer = try connectUnix(path)
    peer.write("{}\n")
    #expect(peer.lines(1) == ["{}"])
    other.listener.stop()
  }

  @Test("a directory others can write to, a link to one and a file are refused")
  func directories() throws {
    let open = directory.path + "/open"
    #expect(mkdir(open, 0o700) == 0 && chmod(open, 0o770) == 0)
    #expect(symlink(directory.path, directory.path + "/link") == 0)
    try "".write(toFile: directory.path + "/file", atomically: false, encoding: .utf8)

    for name in ["open", "link", "file"] {
      let error = #expect(throws: ListenerError.self) {
        try EchoService(.unix(path: directory.path + "/\(name)/rpc.sock"))
      }
      guard case .directory = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("a path of 107 bytes is served, a longer one is refused")
  func pathLength() throws {
    let longest =
      directory.path + "/" + String(repeating: "x", count: 106 - directory.path.utf8.count)
    let service = try EchoService(.unix(path: longest))
    _ = try connectUnix(longest)
    service.listener.stop()

    #expect(throws: ListenerError.pathTooLong(path: longest + "x")) {
      try EchoService(.unix(path: longest + "x"))
    }
  }

  @Test("a connection made before the listener accepts is served once it does")
  func earlyConnection() throws {
    let connections = try Connections(limits: TransportLimits())
    let listener = try Listener.unix(path: path, in: connections)
    let peer = try connectUnix(path)
    peer.write("[1]\n")
    #expect(connections.counts.opened == 0)

    try listener.accept { connection, _ in TestReader.echo(on: connection) }

    #expect(peer.lines(1) == ["[1]"])
    listener.stop()
  }

  @Test("a listener that is stopped before it accepts is gone, and accepts nothing later")
  func stopBeforeAccept() throws {
    let connections = try Connections(limits: TransportLimits())
    let listener = try Listener.unix(path: path, in: connections)
    let peer = try connectUnix(path)

    listener.stop()
    try listener.accept { connection, _ in TestReader.echo(on: connection) }

    #expect(peer.rest() == "")
    #expect(throws: SystemError.self) { try connectUnix(path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(connections.counts.opened == 0)
  }

  @Test("stopping ends the listening, not the connections; then reading can be stopped")
  func stop() throws {
    let service = try EchoService(.unix(path: path))
    let peer = try connectUnix(path)
    peer.write("[1]\n")
    #expect(peer.lines(1) == ["[1]"])

    service.listener.stop()
    #expect(throws: SystemError.self) { try connectUnix(path) }
    peer.write("[2]\n")
    #expect(peer.lines(1) == ["[2]"])

    service.connections.stopReading()
    #expect(peer.rest() == "")
    #expect(service.connections.waitUntilClosed(within: testTimeout))
  }
}
