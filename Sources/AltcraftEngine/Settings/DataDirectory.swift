import Glibc
import System

/// The directory of all files of the bridge, with one directory for each app group. It is private: it belongs
/// to this user, no other user may enter it, and no symbolic link by another user leads to it.
package struct DataDirectory: Sendable {
  package let path: String
  package let directory: Directory
  /// True if it is in memory: acknowledged jobs do not survive a power failure.
  package let isVolatile: Bool

  /// Opens the directory, and creates missing parts with mode 0700. `path` is absolute.
  package static func open(_ path: String) throws(DataDirectoryError) -> DataDirectory {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw .notAbsolute(path) }
    var walk = PathWalk(path)
    let directory = try walk.leaf()
    var status = stat()
    guard fstat(directory.descriptor, &status) == 0 else { throw .io(path, errno: errno) }
    guard status.st_uid == geteuid() else { throw .wrongOwner(path, owner: status.st_uid) }
    let mode = status.st_mode & 0o777
    guard mode & 0o077 == 0 else { throw .accessibleToOthers(path, mode: mode) }
    let fileSystem = FileSystemName.of(directory.descriptor) ?? ""
    guard !FileSystemName.isRemote(fileSystem) else { throw .onNetwork(path, fileSystem) }
    return DataDirectory(
      path: path, directory: directory, isVolatile: ["tmpfs", "ramfs"].contains(fileSystem))
  }

  /// Opens the directory of that group, created if it is missing. Throws if this directory is no
  /// longer at its path.
  package func open(_ group: AppGroupName) throws(StorageFailure) -> Directory {
    try directory.makeDirectory(group.directoryName)
    return try directory.openDirectory(group.directoryName)
  }
}

package enum DataDirectoryError: Error, Sendable, Equatable {
  case notAbsolute(String)
  case notDirectory(String)
  /// The last part is a symbolic link.
  case link(String)
  /// A symbolic link on the path belongs to neither root nor this user.
  case linkOfOtherUser(String)
  case wrongOwner(String, owner: UInt32)
  case accessibleToOthers(String, mode: UInt32)
  case onNetwork(String, String)
  case io(String, errno: Int32)

  package var message: String {
    switch self {
    case .notAbsolute(let path): "\(path.inMessage): the data directory must be an absolute path"
    case .notDirectory(let path): "\(path.inMessage): not a directory"
    case .link(let path):
      path.inMessage
        + (File.target(of: path).map { ": a symbolic link; use its target, \($0.inMessage)" }
          ?? ": a symbolic link that leads nowhere")
    case .linkOfOtherUser(let path):
      "\(path.inMessage): a symbolic link that belongs to another user"
    case .wrongOwner(let path, let owner):
      "\(path.inMessage): belongs to user \(owner), not to the user of this process"
    case .accessibleToOthers(let path, let mode):
      "\(path.inMessage) is accessible to other users (mode \(String(mode, radix: 8))); "
        + "run: chmod 700 '\(path.inMessage)'"
    case .onNetwork(let path, let kind):
      "\(path.inMessage): on a network file system (\(kind)), where locks and syncs are not reliable; "
        + "use a directory on a local disk"
    case .io(let path, let code): "\(path.inMessage): \(String(cString: strerror(code)))"
    }
  }
}

/// A walk down a path, part by part. It follows links before the last part if root or this user owns them; it
/// creates missing parts.
private struct PathWalk {
  private let path: String
  private var parts: [String]
  private var links = 0

  init(_ path: String) {
    self.path = path
    parts = Self.split(path)
  }

  mutating func leaf() throws(DataDirectoryError) -> Directory {
    var current = try open("/", in: AT_FDCWD, O_PATH)
    while !parts.isEmpty {
      let part = parts.removeFirst()
      var status = stat()
      guard fstatat(current.descriptor, part, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        guard errno == ENOENT else { throw .io(path, errno: errno) }
        try create(part, in: current)
        current = try open(part, in: current.descriptor, parts.isEmpty ? O_RDONLY : O_PATH)
        continue
      }
      if status.st_mode & S_IFMT == S_IFLNK, !parts.isEmpty {
        current = try follow(part, in: current, owner: status.st_uid)
      } else {
        current = try open(part, in: current.descriptor, parts.isEmpty ? O_RDONLY : O_PATH)
      }
    }
    return current
  }

  /// Inserts the target of the link before the remaining parts.
  private mutating func follow(_ link: String, in directory: Directory, owner: uid_t)
    throws(DataDirectoryError) -> Directory
  {
    guard owner == 0 || owner == geteuid() else { throw .linkOfOtherUser(path) }
    links += 1
    // The limit of the kernel.
    guard links <= 40 else { throw .io(path, errno: ELOOP) }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(directory.descriptor, link, &target, target.count)
    guard count > 0 else { throw .io(path, errno: count == 0 ? ENOENT : errno) }
    let text = String(
      decoding: target.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    parts = Self.split(text) + parts
    return text.hasPrefix("/") ? try open("/", in: AT_FDCWD, O_PATH) : directory
  }

  private func create(_ part: String, in directory: Directory) throws(DataDirectoryError) {
    guard mkdirat(directory.descriptor, part, 0o700) == 0 || errno == EEXIST else {
      throw .io(path, errno: errno)
    }
    // The descriptors of the walk allow searching only; a sync needs one of its own.
    let parent = try open(".", in: directory.descriptor, O_RDONLY)
    guard fsync(parent.descriptor) == 0 else { throw .io(path, errno: errno) }
  }

  private func open(_ part: String, in directory: Int32, _ access: Int32)
    throws(DataDirectoryError) -> Directory
  {
    let opened = openat(directory, part, access | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      let code = errno
      guard code == ENOTDIR || code == ELOOP else { throw .io(path, errno: code) }
      var status = stat()
      let isLink =
        fstatat(directory, part, &status, AT_SYMLINK_NOFOLLOW) == 0
        && status.st_mode & S_IFMT == S_IFLNK
      throw isLink ? .link(path) : .notDirectory(path)
    }
    return Directory(adopting: opened, at: path)
  }

  private static func split(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }
}

/// The flag of a descriptor that allows lookups but no reads, so that a directory with only the right to
/// search can be on the path. Glibc declares it for C only.
private let O_PATH: Int32 = 0o10_000_000
