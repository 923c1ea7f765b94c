import Dispatch
import DurableLog
import Glibc
import TestSupport
import Testing
import Transports

@testable import altcraft_bridge

@Suite("What a manager is told") struct SupervisionTests {
  private let place = TemporaryDirectory()

  /// A manager, and somebody who informs it. `watchdog` in microseconds.
  private func watched(_ watchdog: Int? = nil) throws -> (ServiceSocket, Supervision) {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    var environment = ["NOTIFY_SOCKET": place.path + "/n"]
    environment["WATCHDOG_USEC"] = watchdog.map { String($0) }
    let notifier = try ServiceNotifier(environment: environment, process: getpid())
    return (manager, Supervision(notifier))
  }

  private func isSilent(_ manager: ServiceSocket) -> Bool {
    var waiting = pollfd(fd: manager.number, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }

  @Test("a service that hangs gives no sign of life until it goes on")
  func hang() throws {
    let (manager, supervision) = try watched(2000)
    let (asked, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    supervision.begin(
      status: { "well" },
      isAlive: {
        asked.signal()
        goesOn.wait()
      })
    #expect(try manager.nextDatagram() == "READY=1\nSTATUS=well")

    asked.wait()
    #expect(isSilent(manager))
    goesOn.signal()

    #expect(try manager.nextDatagram() == "WATCHDOG=1")
    asked.wait()
    #expect(isSilent(manager))
    supervision.stopping()
    goesOn.signal()
  }

  @Test("the reading of a large outbox asks for time, and says how far it has come, not too often")
  func recovery() throws {
    let (manager, supervision) = try watched()

    for bytes in 1...3 {
      supervision.recovering(
        RecoveryProgress(bytes: (100 << 20) + bytes, totalBytes: 400 << 20, records: bytes))
    }

    #expect(
      try manager.nextDatagram() == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=reading the outbox: 25 %")
    #expect(isSilent(manager))
  }

  @Test("a reload before the service is ready, or when it is about to stop, is not told")
  func reloads() throws {
    let (manager, supervision) = try watched()
    supervision.reloading()
    supervision.reloaded()
    #expect(isSilent(manager))

    supervision.begin(status: { "well" }, isAlive: {})
    #expect(try manager.nextDatagram() == "READY=1\nSTATUS=well")
    supervision.stopping()
    #expect(try manager.nextDatagram() == "STOPPING=1\nSTATUS=stopping")
    supervision.reloaded()
    #expect(isSilent(manager))
  }
}

@Suite("What a reload changes") struct SettingsChangeTests {
  static let cases: [(String, String, [String], [String])] = [
    ("", "", [], []),
    ("--log-level info", "--log-level debug", ["logLevel"], []),
    ("", "--log-format json --require-token", ["logFormat", "requireToken"], []),
    ("--limit depth=1", "--limit depth=2", ["limit.depth"], []),
    ("--limit depth=1", "", ["limit.depth"], []),
    ("", "--socket s", [], ["stdio", "socket"]),
    ("--data-dir a --app-group a", "--data-dir b", [], ["dataDir", "appGroup"]),
    (
      "", "--durability process --parent-pid 1 --allow-insecure-http --listen 127.0.0.1:1 --stdio",
      [],
      ["listen", "durability", "parentPid", "allowInsecureHttp"]
    ),
  ]

  @Test("no setting of the file is left out", arguments: CommandName.serve.flags)
  func everySetting(_ flag: Flag) throws {
    guard let name = flag.fileMember, flag != .limit else { return }
    let texts: [String]
    switch flag.value {
    case .yesOrNo: texts = ["true"]
    case .choice(let choices): texts = choices
    case .integer(_, let range): texts = [String(range.lowerBound)]
    case .loopback: texts = ["127.0.0.1:9"]
    case .text, .file, .directory, .assignment: texts = ["x"]
    }

    let told = try texts.flatMap { text in
      // Another transport, for stdio to be something that is asked for.
      let base = flag == .listen ? "" : "--listen [::1]:1 "
      let change = SettingsChange(
        from: try serve(base), to: try serve(base + "--\(flag.name)=\(text)"))
      return change.applied + change.needsRestart
    }

    #expect(told.contains(name))
  }

  @Test("what can take effect does, the rest is named", arguments: cases)
  func change(_ old: String, _ new: String, _ applied: [String], _ restart: [String]) throws {
    let (before, after) = (try serve(old), try serve(new))

    let change = SettingsChange(from: before, to: after)

    #expect(change.applied == applied)
    #expect(change.needsRestart == restart)
    let again = SettingsChange(from: change.inForce, to: after)
    #expect(again.applied == [] && again.needsRestart == restart)
    #expect(change.inForce.dataDir == before.dataDir && change.inForce.logLevel == after.logLevel)
  }
}
