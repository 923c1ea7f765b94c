import Glibc
import TestSupport
import Testing

@testable import Transports

@Suite struct ServiceNotifierTests {
  static let watchdogs: [(String?, String?, Duration?)] = [
    ("2000000", nil, .seconds(2)), ("2000000", "", .seconds(2)), ("2000000", "7", .seconds(2)),
    ("2000000", "8", nil), ("2000000", "x", nil), (nil, "7", nil), ("0", "7", nil),
    ("-1", "7", nil),
    ("soon", "7", nil),
  ]

  static let addressees: [([String: String], Bool)] = [
    ([:], true),
    (["SYSTEMD_EXEC_PID": "7"], true), (["SYSTEMD_EXEC_PID": "8"], false),
    (["SYSTEMD_EXEC_PID": "8", "WATCHDOG_PID": "7", "LISTEN_PID": "7"], false),
    (["SYSTEMD_EXEC_PID": "7", "WATCHDOG_PID": "8", "LISTEN_PID": "8"], true),
    (["SYSTEMD_EXEC_PID": "x"], false), (["SYSTEMD_EXEC_PID": ""], true),
    (["WATCHDOG_PID": "8"], false), (["LISTEN_PID": "8"], false), (["LISTEN_PID": "7"], true),
  ]

  @Test(
    "a process that inherited the variables of its parent's manager reports nothing",
    arguments: addressees)
  func inherited(_ variables: [String: String], _ isForUs: Bool) throws {
    let environment = variables.merging(["NOTIFY_SOCKET": "/nowhere"]) { $1 }

    #expect((try ServiceNotifier(environment: environment, process: 7) != nil) == isForUs)
  }

  @Test("the watchdog applies to the named process, or to any", arguments: watchdogs)
  func watchdog(_ time: String?, _ process: String?, _ expected: Duration?) throws {
    var environment = ["NOTIFY_SOCKET": "/nowhere"]
    environment["SYSTEMD_EXEC_PID"] = "7"
    environment["WATCHDOG_USEC"] = time
    environment["WATCHDOG_PID"] = process

    let notifier = try #require(try ServiceNotifier(environment: environment, process: 7))

    #expect(notifier.watchdog == expected)
  }

  @Test("a datagram contains the states reported together, one line each")
  func datagrams() throws {
    let place = TemporaryDirectory()
    let manager = try ServiceSocket(notifications: place.path + "/n")
    let environment = ["NOTIFY_SOCKET": place.path + "/n"]
    let notifier = try #require(try ServiceNotifier(environment: environment, process: 7))

    #expect(notifier.emit(.ready, .status("two\nlines")))
    #expect(notifier.emit(.alive))
    #expect(notifier.emit(.extendTimeout(.milliseconds(2500))))

    #expect(try manager.nextDatagram() == "READY=1\nSTATUS=two; lines")
    #expect(try manager.nextDatagram() == "WATCHDOG=1")
    #expect(try manager.nextDatagram() == "EXTEND_TIMEOUT_USEC=2500000")
  }

  @Test("a reload is reported with its start time on the monotonic clock")
  func reloading() throws {
    var before = timespec()
    clock_gettime(CLOCK_MONOTONIC, &before)

    let lines = ServiceNotifier.Message.reloading.text.split(separator: "\n")

    #expect(lines.first == "RELOADING=1" && lines.count == 2)
    let time = try #require(Int(lines[1].dropFirst("MONOTONIC_USEC=".count)))
    #expect(time >= before.tv_sec * 1_000_000 + before.tv_nsec / 1000)
  }

  @Test("a missing manager gets no reports, and that is not a failure")
  func gone() throws {
    for name in ["/nowhere/at/all", "@altcraft-bridge-absent-\(getpid())"] {
      let notifier = try ServiceNotifier(environment: ["NOTIFY_SOCKET": name], process: 7)
      #expect(notifier?.emit(.ready) == false)
    }
    for name in ["", "@", "vsock:2:1", "n", "/" + String(repeating: "x", count: 120)] {
      #expect(try ServiceNotifier(environment: ["NOTIFY_SOCKET": name], process: 7) == nil)
    }
    #expect(try ServiceNotifier(environment: [:], process: 7) == nil)
  }
}
