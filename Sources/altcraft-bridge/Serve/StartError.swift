import AltcraftEngine
import BridgeCommandLine
import DurableLog
import Glibc
import System
import Transports

/// The reason why the service did not start: one line and the exit status.
struct StartError: Error {
  let status: ExitStatus
  let message: String
}

extension StartError {
  /// The error of a process whose user id stands for all unmapped users: neither the owner of a file nor the
  /// user of a peer could be distinguished from other users.
  static let ambiguousUser = StartError(
    status: .configuration,
    message: "user \(geteuid()) represents all users that are not mapped in this user namespace; "
      + "run as another user")

  /// The error of a bridge whose standard output, for its answers, is closed.
  static let noOutput = StartError(
    status: .failure, message: SystemError("standard output", code: EBADF).message)

  /// Returns the error of a process that may open too few files to serve.
  static func tooFewDescriptors(_ limit: Int) -> StartError {
    StartError(
      status: .configuration,
      message:
        "the limit of open files is \(limit), and \(DescriptorLimit.least) are needed; raise the hard "
        + "limit (ulimit -H -n 1024, or LimitNOFILE=1024 in the unit)")
  }

  /// Returns the error of a socket for a group that does not exist.
  static func noGroup(_ name: String) -> StartError {
    StartError(
      status: .configuration,
      message: "--socket-group: /etc/group has no group \(name.inMessage); give its number")
  }

  /// The error of a group without a Unix socket.
  static let groupWithoutSocket = StartError(
    status: .usage,
    message: "--socket-group: needs --socket, or a Unix socket of the service manager; "
      + "TCP and WebSocket have tokens instead")

  init(_ error: DataDirectoryError) {
    self.init(status: .configuration, message: error.message)
  }

  init(_ error: DirectoryLockError, _ path: String) {
    switch error {
    case .held(let pid):
      let holder = pid.map { "process \($0)" } ?? "another process"
      self.init(
        status: .directoryInUse,
        message: "the data directory \(path.inMessage) is in use by \(holder)")
    case .file(let error):
      self.init(status: .configuration, message: "\(path.inMessage) cannot be locked: \(error)")
    }
  }

  init(_ error: EngineStartError, _ path: String) {
    switch error {
    case .journal(.noSpace):
      self.init(
        status: .configuration,
        message: """
          \(path.inMessage): the file system has no room for the \(JournalOptions.neededBytes >> 10) KiB in three files \
          that the bridge keeps for the ends of jobs; free space or inodes, raise the quota or the limit of the file size, \
          or choose another --data-dir
          """)
    case .journal(.readOnly):
      self.init(
        status: .configuration, message: "\(path.inMessage): the file system is read-only")
    case .journal(let error):
      self.init(
        status: error.concernsFiles ? .configuration : .fault,
        message: "\(path.inMessage): \(error.text)")
    case .storage(let error):
      self.init(status: .configuration, message: "\(path.inMessage): \(error)")
    }
  }

  init(_ error: ListenerError) {
    switch error {
    case .inUse(let endpoint):
      self.init(
        status: .configuration,
        message: "\(endpoint.description.inMessage) is already in use by another process")
    case .directory(let path, let reason):
      self.init(status: .configuration, message: "\(path.inMessage): \(reason)")
    case .occupied(let path):
      self.init(status: .configuration, message: "\(path.inMessage) exists and is not a socket")
    case .pathTooLong:
      self.init(status: .usage, message: "--socket: the path is longer than 107 bytes")
    case .startFile(let path, let reason):
      self.init(
        status: .configuration,
        message: "\(path.inMessage) \(reason); if no other bridge is starting, move this file away")
    case .system(let error):
      self.init(status: .configuration, message: "cannot listen: \(error)")
    }
  }

  init(_ error: ParentWatch.Problem) {
    switch error {
    case .noSuchProcess(let pid):
      self.init(status: .usage, message: "--parent-pid: process \(pid) does not exist")
    case .system(let error): self.init(status: .fault, message: "\(error)")
    }
  }

  init(_ error: SystemError) {
    self.init(status: .fault, message: "\(error)")
  }

  init(_ error: StorageFailure, _ path: String) {
    self.init(status: .configuration, message: "\(path.inMessage): \(error.cause)")
  }
}
