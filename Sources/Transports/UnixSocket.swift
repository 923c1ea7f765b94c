import Glibc
import System

/// The functions for a listening Unix socket, its directory, its file and its peers.
enum UnixSocket {
  /// The identity of a socket's file, to distinguish it from a later file at the same path.
  struct Identity: Equatable, Sendable {
    fileprivate let device: dev_t
    fileprivate let inode: ino_t
  }

  struct Listening: ~Copyable {
    let descriptor: FileDescriptor
    let identity: Identity
  }

  static let maxPathBytes = 107

  static func listen(at path: String, _ access: UnixAccess?) throws(ListenerError) -> Listening {
    guard let address = SocketAddress(path: path) else { throw .pathTooLong(path: path) }
    try prepareDirectory(of: path, for: access?.group)
    let turn = try StartTurn(for: path)
    defer { turn.end() }
    try removeStaleSocket(at: path, address)
    let listening: Listening
    do throws(SystemError) {
      listening = try bind(path, address)
    } catch {
      throw error.code == EADDRINUSE ? .inUse(.unix(path: path)) : .system(error)
    }
    guard let access else { return listening }
    guard give(path, to: access.group, access.mode) else {
      let problem = cannotGive(path, to: access.group)
      remove(path, ifStill: listening.identity)
      throw problem
    }
    return listening
  }

  /// Gives a file to a group. Returns false on failure; the reason is in `errno`.
  private static func give(_ path: String, to group: gid_t, _ mode: mode_t) -> Bool {
    lchown(path, uid_t.max, group) == 0 && chmod(path, mode) == 0
  }

  private static func cannotGive(_ path: String, to group: gid_t) -> ListenerError {
    .directory(
      path: path,
      reason: "cannot be given to group \(group), of which this user must be a member: "
        + SystemError("chown").description)
  }

  static func remove(_ path: String, ifStill identity: Identity) {
    if self.identity(at: path) == identity { unlink(path) }
  }

  /// Returns the identity of the file at a path; nil if there is none.
  static func identity(at path: String) -> Identity? { status(of: path).map(Identity.init) }

  static func peerIsSameUser(_ socket: Int32) -> Bool { peer(of: socket).user == geteuid() }

  /// Returns whether the process that connected has the group, as its own or as a supplementary one.
  static func peer(of socket: Int32, isIn group: gid_t?) -> Bool {
    guard let group else { return false }
    return credentials(of: socket)?.group == group || groups(of: socket).contains(group)
  }

  /// Returns the supplementary groups of the process that connected.
  private static func groups(of socket: Int32) -> [gid_t] {
    // SO_PEERGROUPS, which the Glibc module lacks. It needs room for all groups, up to NGROUPS_MAX of 65,536.
    let option: Int32 = 59
    var length: socklen_t = 0
    // Without room the kernel returns the needed length.
    _ = getsockopt(socket, SOL_SOCKET, option, nil, &length)
    guard length > 0 else { return [] }
    var groups = [gid_t](repeating: .max, count: Int(length) / MemoryLayout<gid_t>.size)
    guard getsockopt(socket, SOL_SOCKET, option, &groups, &length) == 0 else { return [] }
    return Array(groups.prefix(Int(length) / MemoryLayout<gid_t>.size))
  }

  /// Returns the process that connected, according to the kernel.
  static func peer(of socket: Int32) -> PeerProcess {
    let credentials = credentials(of: socket)
    return PeerProcess(pid: credentials?.process, user: credentials?.user)
  }

  private static func credentials(
    of socket: Int32
  ) -> (process: pid_t, user: uid_t, group: gid_t)? {
    // `struct ucred`, which the Glibc module hides.
    var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
      ? credentials : nil
  }

  /// Returns the path that a socket is bound to; empty if it is not bound, or bound to a name that is not a
  /// file.
  static func path(of socket: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let failure = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard failure == 0 else { return nil }
    return withUnsafeBytes(of: &address.sun_path) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Returns the reason for which other users than those of `group` can access a socket that another process made for
  /// this one; nil if they cannot. The directory may belong to root, which made the socket: root has access without the
  /// directory.
  static func exposure(of path: String, _ group: gid_t?) -> String? {
    guard let socket = status(of: path), socket.st_mode & S_IFMT == S_IFSOCK else {
      return "no longer exists"
    }
    guard socket.st_uid == geteuid() else {
      return "belongs to user \(socket.st_uid), not to the user of the bridge; set SocketUser="
    }
    // Connecting needs write permission; read permission has no effect.
    guard socket.st_mode & (socket.st_gid == group ? 0o002 : 0o022) == 0 else {
      return "is accessible to other users; set SocketMode=0600, or --socket-group and SocketGroup="
    }
    var directory = stat()
    guard stat(parent(of: path), &directory) == 0 else { return "has no directory" }
    guard directory.st_uid == geteuid() || directory.st_uid == 0 else {
      return "is in a directory that belongs to user \(directory.st_uid)"
    }
    guard directory.st_mode & 0o022 == 0 else {
      return "is in a directory that other users can write to; run: chmod go-w DIRECTORY"
    }
    return nil
  }

  /// Creates and checks the directory. A user who can write to it can replace the socket.
  private static func prepareDirectory(
    of path: String, for group: gid_t?
  ) throws(ListenerError) {
    let directory = parent(of: path)
    try makeDirectory(directory, for: group)
    let number = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let error = SystemError("open")
      throw .directory(path: directory, reason: linkReason(directory) ?? error.description)
    }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .system(SystemError("fstat")) }
    guard status.st_uid == geteuid() else {
      throw .directory(path: directory, reason: "belongs to user \(status.st_uid)")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .directory(path: directory, reason: "can be written by others; chmod go-w it")
    }
    guard let group else { return }
    let canEnter = status.st_gid == group ? status.st_mode & 0o010 : status.st_mode & 0o001
    guard canEnter != 0 else {
      throw .directory(
        path: directory,
        reason: "cannot be entered by group \(group); run: chgrp \(group) and chmod g+x")
    }
  }

  /// Returns the reason for which a symbolic link is refused; nil for anything else.
  private static func linkReason(_ path: String) -> String? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFLNK else { return nil }
    // The owner of the link could make it lead elsewhere.
    return File.target(of: path).map { "is a symbolic link; use its target, \($0.inMessage)" }
      ?? "is a symbolic link that leads nowhere"
  }

  /// Makes a directory and those above it, for this user and the group.
  private static func makeDirectory(
    _ path: String, for group: gid_t?
  ) throws(ListenerError) {
    if mkdir(path, 0o700) != 0 {
      let problem = SystemError("mkdir")
      if problem.code == EEXIST { return }
      guard problem.code == ENOENT, path != "/" else {
        throw .directory(path: path, reason: problem.description)
      }
      try makeDirectory(parent(of: path), for: group)
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { return }
        throw .directory(path: path, reason: SystemError("mkdir").description)
      }
    }
    if let group, !give(path, to: group, 0o750) { throw cannotGive(path, to: group) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes a stale socket: only a socket without a listener is removed.
  private static func removeStaleSocket(
    at path: String, _ address: SocketAddress
  ) throws(ListenerError) {
    guard let status = status(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path) }
    do throws(SystemError) {
      let probe = try socket(O_NONBLOCK)
      let number = probe.number
      guard address.withPointer({ Glibc.connect(number, $0, $1) }) != 0 else {
        throw SystemError("connect", code: EISCONN)
      }
      // Any other error, such as a full queue, comes from a live listener.
      guard errno == ECONNREFUSED else { throw SystemError("connect", code: EISCONN) }
      guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("unlink") }
    } catch {
      throw error.code == EISCONN ? .inUse(.unix(path: path)) : .system(error)
    }
  }

  private static func bind(
    _ path: String, _ address: SocketAddress
  ) throws(SystemError) -> Listening {
    let descriptor = try socket(O_NONBLOCK)
    // The file gets its mode from the socket, less the umask, so it is never accessible to others.
    guard fchmod(descriptor.number, 0o600) == 0 else { throw SystemError("fchmod") }
    let number = descriptor.number
    guard address.withPointer({ Glibc.bind(number, $0, $1) }) == 0 else {
      throw SystemError("bind")
    }
    guard let status = status(of: path) else { throw SystemError("lstat") }
    let identity = Identity(status)
    do throws(SystemError) {
      guard status.st_mode & 0o777 == 0o600 else { throw SystemError("bind", code: EPERM) }
      guard Glibc.listen(descriptor.number, 128) == 0 else { throw SystemError("listen") }
    } catch {
      remove(path, ifStill: identity)
      throw error
    }
    return Listening(descriptor: descriptor, identity: identity)
  }

  private static func socket(_ flags: Int32) throws(SystemError) -> FileDescriptor {
    let number = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    guard number >= 0 else { throw SystemError("socket") }
    return FileDescriptor(owning: number)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}

extension UnixSocket.Identity {
  fileprivate init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
  }
}

/// The right to replace the socket at a path. Without it, two starts that find the same stale socket would
/// both remove the file at the path, and the second could remove the new socket of the first.
///
/// The lock is on a separate file beside the socket: the directory may be the data directory, whose lock this
/// process already holds. The start that created the file removes it at the end. A file that was there
/// before, such as one of the user, serves as well: it is locked, and otherwise not touched.
private final class StartTurn {
  private let path: String
  private let descriptor: Int32
  private let isCreatedHere: Bool

  /// The time to wait for another start. A start is short; one that takes longer is suspended.
  private static let patience = Duration.seconds(2)

  init(for socket: String) throws(ListenerError) {
    path = socket + ".starting"
    let deadline = ContinuousClock.now + Self.patience
    while true {
      if let file = try Self.open(path) {
        if Self.lock(file.number, until: deadline), Self.isStill(file.number, at: path) {
          (descriptor, isCreatedHere) = (file.number, file.isNew)
          return
        }
        close(file.number)
      }
      guard deadline > .now else {
        throw .startFile(path: path, reason: "is locked by another process")
      }
    }
  }

  func end() {
    if isCreatedHere, Self.isStill(descriptor, at: path) { unlink(path) }
    close(descriptor)
  }

  /// Opens the file, which is created if it is missing. Returns nil if it was removed meanwhile.
  private static func open(_ path: String) throws(ListenerError) -> (number: Int32, isNew: Bool)? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let new = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o600)
    if new >= 0 { return (new, true) }
    guard errno == EEXIST else { throw cannotOpen(path) }
    let present = Glibc.open(path, flags)
    if present >= 0 { return (present, false) }
    guard errno == ENOENT else { throw cannotOpen(path) }
    return nil
  }

  private static func cannotOpen(_ path: String) -> ListenerError {
    .startFile(path: path, reason: "cannot be opened: \(SystemError("open"))")
  }

  private static func lock(_ number: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      guard deadline > .now else { return false }
      usleep(1000)
    }
    return true
  }

  /// Checks that the file is still at the path: the start that created it may have removed it after it was
  /// opened here.
  private static func isStill(_ number: Int32, at path: String) -> Bool {
    var here = stat()
    var there = stat()
    return fstat(number, &here) == 0 && lstat(path, &there) == 0
      && here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
