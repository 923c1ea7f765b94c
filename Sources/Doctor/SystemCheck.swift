import AltcraftEngine
import BridgeClient
import BridgeCommandLine
import Glibc
import System
import Transports

/// The checks of the machine: clock, `/proc` and descriptors.
struct SystemCheck: Sendable {
  let variables: [String: String]

  /// The clock of the machine. It is wrong if it is earlier than the release of this program.
  var clock: Finding {
    let seconds = Environment.real.wallTime() / 1000
    let time = Timestamp(milliseconds: seconds * 1000).text
    // The earliest time that is accepted, 2026-01-01T00:00:00Z.
    guard seconds >= 1_767_225_600 else {
      return .problem("clock", time, "set it (timedatectl): no certificate is valid yet")
    }
    return .ok("clock", time)
  }

  /// The database for the names of zones, and the zone of the machine.
  var timeZone: Finding {
    let (subject, database) = ("time zone", TimeZoneDatabase.path)
    if let problem = TimeZoneDatabase.complaintOfHost(variable: variables["TZ"]) {
      return .problem(
        subject, "\(problem): UTC is used", "correct it; or \(TimeZoneDatabase.remedy)")
    }
    guard TimeZoneDatabase.isThere() else {
      return .note(
        subject, "no database in \(database): device.timeZone must be an offset, such as +0300",
        TimeZoneDatabase.remedy)
    }
    return .ok(subject, "database in \(database)")
  }

  var processTable: Finding {
    // The bridge reads the user of a TCP peer from this file.
    switch File.read("/proc/self/net/tcp") {
    case .success: return .ok("/proc", "readable")
    case .failure(let error):
      return .problem(
        "/proc", "/proc/self/net/tcp: \(error.reason)",
        "mount /proc, or require a token for every TCP connection")
    }
  }

  var openFiles: Finding {
    guard let limit = DescriptorLimit.hard else {
      return .problem("open files", SystemError("cannot read the limit").message)
    }
    let limits = Limits()
    let needed = DescriptorLimit.needed(
      connections: limits.connections + limits.unauthenticated)
    guard limit >= needed else {
      return .problem(
        "open files", "limit of \(limit), needs \(needed)",
        "raise it with ulimit -H -n 1024, or LimitNOFILE=1024 in the unit")
    }
    return .ok("open files", limit > Int32.max ? "no limit" : "limit of \(limit)")
  }
}
