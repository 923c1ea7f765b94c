import AltcraftEngine
import BridgeClient
import BridgeCommandLine
import Glibc
import System
import Transports

/// The checks of the data directory, or of the place where it would be created.
struct DirectoryCheck: Sendable {
  let path: String
  private let status: Result<stat, SystemError>

  init(path: String) {
    self.path = path
    var status = stat()
    self.status = lstat(path, &status) == 0 ? .success(status) : .failure(SystemError(path))
  }

  /// The owner, mode and type of the directory, checked in the same order as in `serve`.
  var directory: Finding {
    let subject = "directory"
    guard case .success(let status) = status else { return missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: return .problem(subject, "\(path) is a symbolic link", "use its target")
    default: return .problem(subject, "\(path) is not a directory", "use another path")
    }
    guard !ProcessHardening.userIsAmbiguous else {
      return .problem(
        subject,
        "user \(geteuid()) represents all users that are not mapped in this user namespace",
        "run the bridge as another user")
    }
    guard status.st_uid == geteuid() else {
      return .problem(
        subject, "\(path) belongs to user \(status.st_uid), but this is user \(geteuid())",
        "run the bridge and the doctor as user \(status.st_uid)")
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      return .problem(
        subject, "\(path) is accessible to other users (mode \(mode))", "chmod 700 '\(path)'")
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return .problem(subject, SystemError(path).message)
    }
    return .ok(subject, path + holder(status))
  }

  /// Returns the problem of a working directory on which the path of the data directory depends;
  /// nil without one.
  static func workingDirectory(_ path: Result<String, NotUTF8>) -> Finding? {
    guard case .failure(let problem) = path else { return nil }
    return .problem(
      "directory", "the path of the working directory is \(problem.complaint)",
      "give --data-dir from the root, in UTF-8")
  }

  private var missing: Finding {
    let parent = nearestExisting
    guard access(parent, W_OK | X_OK) == 0 else {
      return .problem(
        "directory", "\(path) does not exist, and \(SystemError("\(parent)").message)",
        "create it with mode 700 for user \(geteuid())")
    }
    return .ok("directory", "\(path) does not exist and will be created")
  }

  var filesystem: Finding {
    let subject = "file system"
    guard let kind else {
      return .note(subject, "unknown type: it is not in /proc/self/mountinfo")
    }
    switch kind {
    case _ where FileSystemName.isRemote(kind):
      return .problem(
        subject, "\(kind): locks and syncs are not reliable", "use a directory on a local disk")
    case _ where isVolatile:
      return .note(
        subject, "\(kind): in memory; jobs do not survive a restart of the machine",
        "choose a directory on a disk with --data-dir")
    default: return .ok(subject, kind)
    }
  }

  private var isVolatile: Bool { kind.map { ["tmpfs", "ramfs"].contains($0) } ?? false }

  private var kind: String? {
    guard case .success(let bytes) = File.read("/proc/self/mountinfo"),
      let resolved = realpath(nearestExisting, nil)
    else { return nil }
    defer { free(resolved) }
    return MountTable(String(decoding: bytes, as: UTF8.self)).kind(of: String(cString: resolved))
  }

  var freeSpace: Finding {
    let subject = "free space"
    var found = statvfs()
    guard statvfs(nearestExisting, &found) == 0 else {
      return .problem(subject, SystemError(nearestExisting).message)
    }
    let megabytes = UInt64(found.f_bavail) * UInt64(found.f_frsize) / (1024 * 1024)
    // The outbox of one app group can take 64 MiB, and the same again during a checkpoint.
    let needed: UInt64 = 128
    guard megabytes >= needed else {
      return .problem(
        subject, "\(megabytes) MiB; an app group may need \(needed) MiB",
        "free some space, or lower --limit outboxBytes")
    }
    guard found.f_files == 0 || found.f_favail > 0 else {
      return .problem(subject, "no free inode", "remove files")
    }
    return .ok(subject, "\(megabytes) MiB")
  }

  /// The time that an acknowledgement waits for the disk. Nil if the directory is not writable, which
  /// `directory` reports.
  var syncSpeed: Finding? {
    let place = nearestExisting
    switch SyncSpeed.measure(in: place) {
    case .success(let speed): return speed.finding(isVolatile: isVolatile)
    case .failure(let error):
      return access(place, W_OK) == 0 ? .problem("sync", error.message) : nil
    }
  }

  private var nearestExisting: String {
    var candidate = path
    while access(candidate, F_OK) != 0 {
      let parent = candidate.parentDirectory
      if parent == candidate { break }
      candidate = parent
    }
    return candidate
  }

  /// Names the process that serves the directory. Reads the table of locks: an attempt to take the lock would
  /// hold it for a moment and could keep a service from starting.
  private func holder(_ status: stat) -> String {
    guard case .success(let bytes) = File.read("/proc/locks") else { return "" }
    let locks = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let processes = locks.compactMap { LockLine(String($0)) }
      .filter { $0.inode == UInt64(status.st_ino) && $0.kind == "FLOCK" }.map(\.process)
    guard let process = processes.first else { return "" }
    return ", in use by process \(process)"
  }
}

/// The mounted file systems and their types, from `/proc/self/mountinfo`.
struct MountTable: Sendable, Equatable {
  struct Mount: Sendable, Equatable {
    let point: String
    let kind: String
  }

  let mounts: [Mount]

  /// Parses lines like `36 35 98:0 /root /mount/point rw,noatime shared:1 - ext4 /dev/sda1 rw`.
  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 4, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else {
        return nil
      }
      return Mount(point: MountTable.unescaped(words[4]), kind: String(words[dash + 1]))
    }
  }

  /// Returns the type of the file system that holds `path`, which must be absolute and free of symbolic
  /// links.
  func kind(of path: String) -> String? {
    let holding = mounts.filter {
      $0.point == "/" || path == $0.point || path.hasPrefix($0.point + "/")
    }
    // If two file systems are mounted on the same point, the later one hides the earlier one.
    return holding.enumerated().max {
      ($0.element.point.utf8.count, $0.offset) < ($1.element.point.utf8.count, $1.offset)
    }?.element.kind
  }

  /// Decodes spaces and backslashes, which the kernel writes as three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(String(rest.prefix(3)) ?? "", radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A line of `/proc/locks`: `1: FLOCK  ADVISORY  WRITE 1234 fe:00:131073 0 EOF`.
struct LockLine: Sendable, Equatable {
  let kind: String
  let process: Int
  let inode: UInt64

  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count >= 6, let process = Int(words[4]),
      let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) })
    else { return nil }
    kind = String(words[1])
    self.process = process
    self.inode = inode
  }
}
