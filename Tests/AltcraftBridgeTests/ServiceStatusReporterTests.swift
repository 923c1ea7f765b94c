import Dispatch
import DurableLog
import Glibc
import TestSupport
import Testing
import Transports

@testable import altcraft_bridge

@Suite("Status reports to a service manager") struct ServiceStatusReporterTests {
  private let place = TemporaryDirectory()

  /// Returns a service manager, and a reporter connected to it. `watchdog` is in microseconds.
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
