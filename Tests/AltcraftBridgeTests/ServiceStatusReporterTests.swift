import Dispatch
import DurableLog
import Glibc
import TestSupport
import Testing
import Transports

@testable import altcraft_bridge

@Suite("Status reports to a service manager") struct ServiceStatusReporterTests {
  private let place = TemporaryDirectory()

  /// A service manager, and a reporter connected to it. `watchdog` is in microseconds.
  private func watched(_ watchdog: Int? = nil) throws -> (ServiceSocket, ServiceStatusReporter) {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    var environment = ["NOTIFY_SOCKET": place.path + "/n"]
    environment["WATCHDOG_USEC"] = watchdog.map { String($0) }
    let notifier = try ServiceNotifier(environment: environment, process: getpid())
    return (manager, ServiceStatusReporter(notifier))
  }

  private func isSilent(_ manager: ServiceSocket) -> Bool {
    var waiting = pollfd(fd: manager.number, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }

  @Test("a stalled service sends no watchdog ping until it resumes")
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

  @Test(
    "the recovery of a large outbox extends the start timeout and reports its progress, at a limited rate"
  )
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

  @Test("a reload before the service is ready, or during a stop, is not reported")
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

@Suite("The effect of a reload") struct SettingsChangeTests {
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

  @Test("every setting of the file is covered", arguments: CommandName.serve.flags)
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
      // Another transport, so that stdio is served only on request.
      let base = flag == .listen ? "" : "--listen [::1]:1 "
      let change = SettingsChange(
        from: try serve(base), to: try serve(base + "--\(flag.name)=\(text)"))
      return change.applied + change.needsRestart
    }

    #expect(told.contains(name))
  }

  @Test("changes that can take effect do, and the others are named", arguments: cases)
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
