import Foundation
import System
import TestSupport
import Testing

@testable import Transports

@Suite("The file of a Unix socket while it is served", .blocking) struct SocketFileTests {
  private let directory = TemporaryDirectory()
  private var folder: String { directory.path + "/run" }
  private var path: String { folder + "/rpc.sock" }

  enum Displacement: CaseIterable { case removed, directoryRemoved, movedAway, replacedByFile }

  // No peer could connect any more, and the bridge did not notice.
  @Test(
    "a removed socket is bound again; open connections continue",
    arguments: [Displacement.removed, .directoryRemoved, .movedAway])
  func restored(_ displacement: Displacement) throws {
    let service = try EchoService(.unix(path: path))
    let peer = try connectUnix(path)
    peer.write("[1]\n")
    #expect(peer.lines(1) == ["[1]"])
    #expect(service.listener.restoreFile() == .inPlace)
    try displace(displacement)
    #expect(throws: SystemError.self) { try connectUnix(path) }

    #expect(service.listener.restoreFile() == .boundAgain)

    #expect(service.listener.restoreFile() == .inPlace)
    let other = try connectUnix(path)
    other.write("[2]\n")
    #expect(other.lines(1) == ["[2]"])
    peer.write("[3]\n")
    #expect(peer.lines(1) == ["[3]"])
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    service.listener.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private func displace(_ displacement: Displacement) throws {
    switch displacement {
    case .removed: try FileManager.default.removeItem(atPath: path)
    case .directoryRemoved: try FileManager.default.removeItem(atPath: folder)
    case .movedAway: try #require(rename(folder, folder + "2") == 0)
    case .replacedByFile:
      try FileManager.default.removeItem(atPath: path)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  @Test(
    "a file in the place of the socket is not touched; once it is gone, the socket is bound again")
  func occupied() throws {
    let service = try EchoService(.unix(path: path))
    try displace(.replacedByFile)

    #expect(service.listener.restoreFile() == .gone(.occupied(path: path)))
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))

    try FileManager.default.removeItem(atPath: path)
    #expect(service.listener.restoreFile() == .boundAgain)
  }

  @Test("a socket that another process serves now is left to that, also at the end")
  func taken() throws {
    let service = try EchoService(.unix(path: path))
    try displace(.removed)
    let other = try EchoService(.unix(path: path))

    #expect(service.listener.restoreFile() == .gone(.inUse(.unix(path: path))))
    service.listener.stop()

    let peer = try connectUnix(path)
    peer.write("[1]\n")
    #expect(peer.lines(1) == ["[1]"])
    other.listener.stop()
  }

  @Test("a stopped listener, and one that does not accept yet, are not bound again")
  func stopped() throws {
    let connections = try Connections(limits: TransportLimits())
    let listener = try Listener.unix(path: path, in: connections)
    try displace(.removed)
    #expect(listener.restoreFile() == .inPlace)

    listener.stop()

    #expect(listener.restoreFile() == .inPlace)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a socket of the service manager is not bound again")
  func passed() throws {
    try #require(mkdir(folder, 0o700) == 0)
    let socket = try ServiceSocket(unix: path)
    let connections = try Connections(limits: TransportLimits())
    let passed = PassedSocket(number: dup(socket.number), endpoint: .unix(path: path))
    let listener = try Listener.adopted(passed, demandsToken: { false }, in: connections)
    try listener.accept { connection, _ in TestReader.echo(on: connection) }
    #expect(listener.restoreFile() == .inPlace)
    try displace(.removed)

    #expect(listener.restoreFile() == .gone(nil))

    listener.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a port has no file that could be removed")
  func port() throws {
    let service = try EchoService(.tcp(.ipv4, port: 0))
    #expect(service.listener.restoreFile() == .inPlace)
  }
}
