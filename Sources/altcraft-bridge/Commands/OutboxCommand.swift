import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import DurableLog
import Glibc
import JSONCodec
import System

/// The `outbox list|verify DIR` command: reports the files of all groups in a data directory. It is read-only
/// and works while a service uses the directory.
enum OutboxCommand {
  static func run(_ options: OutboxOptions) -> ExitStatus {
    do throws(OutboxCommandError) {
      let groups = try groups(in: options.dataDir)
      if groups.isEmpty {
        StandardOutput.errorLine(
          "altcraft-bridge: \(options.dataDir.inMessage): contains no outbox; is it a data directory?"
        )
      }
      switch options.action {
      case .list: return list(groups)
      case .verify: return verify(groups)
      }
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.message)")
      return .configuration
    }
  }

  private struct Group {
    let name: String
    let files: OutboxSnapshot
  }

  private struct OutboxCommandError: Error {
    let message: String
  }

  private static func list(_ groups: [Group]) -> ExitStatus {
    for group in groups {
      for job in group.files.jobs {
        var json = JobText.json(job)
        json["appGroup"] = .string(group.name)
        guard StandardOutput.line(JSON.object(json).text) else { return .success }
      }
    }
    return .success
  }

  private static func verify(_ groups: [Group]) -> ExitStatus {
    let damage = groups.flatMap(\.files.recovery.damage).filter { $0.reason != .torn }
    let isSound = damage.isEmpty
    let answer: JSON = [
      "ok": .bool(isSound), "segments": .int(groups.reduce(0) { $0 + $1.files.recovery.segments }),
      "records": .int(groups.reduce(0) { $0 + $1.files.recovery.records }),
      "pending": .int(groups.reduce(0) { $0 + $1.files.pending }),
      "damaged": .array(
        damage.map { damage -> JSON in
          [
            "file": .string(damage.file), "offset": .int(damage.offset),
            "lost": .int(damage.lostRecords),
          ]
        }),
    ]
    StandardOutput.line(answer.text)
    return isSound ? .success : .failure
  }

  private static func groups(in directory: String) throws(OutboxCommandError) -> [Group] {
    let entries: [String]
    do throws(FileError) {
      entries = try PosixLogDirectory(path: directory).list().sorted()
    } catch {
      throw OutboxCommandError(
        message: "\(directory.inMessage): \(FileUnreadable(code: error.code).reason); "
          + "name the data directory of a bridge, see --data-dir")
    }
    let progress = ProgressLine.onTerminal("reading the outbox")
    var groups: [Group] = []
    for entry in entries where entry.hasPrefix("g-") || entry.hasPrefix("h-") {
      let files = try read(directory + "/" + entry, progress)
      groups.append(Group(name: AppGroupName.name(ofDirectory: entry), files: files))
    }
    return groups
  }

  private static func read(
    _ path: String, _ progress: ProgressLine?
  ) throws(OutboxCommandError) -> OutboxSnapshot {
    do throws(JournalError) {
      let directory: PosixLogDirectory
      do throws(FileError) { directory = try PosixLogDirectory(path: path) } catch {
        throw .io(error)
      }
      return try OutboxSnapshot.read(
        directory, progress: progress.map { line in { line.show($0) } })
    } catch {
      throw OutboxCommandError(message: "\(path.inMessage): \(error.text)")
    }
  }
}
