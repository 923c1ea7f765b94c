import AltcraftEngine
import BridgeCommandLine
import DurableLog
import JSONCodec
import System

/// The content of one app group's files, read without changes.
struct GroupFiles: Sendable {
  let name: String
  /// The stored configuration. Nil if there is none.
  private let configuration: JSON?
  private let outbox: Result<OutboxSnapshot, JournalError>

  /// Reads the groups of a data directory, sorted by name. Returns none if the directory cannot be read,
  /// which another check reports.
  static func all(in directory: String) -> [GroupFiles] {
    guard let root = try? PosixLogDirectory(path: directory), let names = try? root.list() else {
      return []
    }
    return names.sorted().filter { $0.hasPrefix("g-") || $0.hasPrefix("h-") }.compactMap { name in
      let path = directory + "/" + name
      let progress = ProgressLine.onTerminal("reading the outbox")
      guard let files = try? PosixLogDirectory(path: path) else { return nil }
      return GroupFiles(
        name: AppGroupName.name(ofDirectory: name), configuration: configuration(in: path),
        outbox: Result { () throws(JournalError) in
          try OutboxSnapshot.read(files) { progress?.show($0) }
        })
    }
  }

  private static func configuration(in directory: String) -> JSON? {
    guard case .success(let bytes) = File.read(directory + "/config.json"),
      let settings = try? JSONParser.parse(bytes, limits: .generous).value
    else { return nil }
    return settings["configuration"]
  }

  /// The address of the platform.
  var apiURL: String? { configuration?["apiUrl"]?.stringValue }

  /// The check of the time zone; nil without a problem.
  var timeZone: Finding? {
    guard let zone = configuration?["device"]?["timeZone"]?.stringValue,
      !TimeZoneOffset.isZone(zone)
    else { return nil }
    return .problem(
      "time zone",
      "app group \(name): \(zone.inMessage) is not in \(TimeZoneDatabase.path);"
        + " new jobs have the zone of this machine",
      "\(TimeZoneDatabase.remedy); or call initialization with an offset such as +0300")
  }

  var finding: Finding {
    let subject = "app group"
    switch outbox {
    case .failure(let error):
      return .problem(subject, "\(name): its files cannot be read: \(error.text)")
    case .success(let files):
      let damaged = files.recovery.damage.count { $0.reason != .torn }
      guard damaged == 0 else {
        return .problem(
          subject, "\(name): damaged in \(damaged == 1 ? "one place" : "\(damaged) places")",
          "run altcraft-bridge outbox verify DIR; the next start skips and counts the damage")
      }
      return .ok(subject, "\(name): \(files.pending) pending")
    }
  }

  /// Checks the clock. Jobs with a time in the future mean that the clock was set back after they were
  /// accepted.
  static func clock(_ groups: [GroupFiles]) -> Finding? {
    let newest = groups.compactMap { try? $0.outbox.get().jobs.map(\.createdAt).max() }.max()
    guard let newest else { return nil }
    let ahead = (newest - Environment.real.wallTime()) / 1000
    guard ahead > 60 else { return nil }
    return .note(
      "clock", "the newest job was accepted \(ahead) s in the future: the clock was set back",
      "check the time synchronisation; no job is lost")
  }
}
