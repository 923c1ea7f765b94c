import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import DurableLog
import Glibc
import HTTP
import JSONCodec
import JSONRPC
import System
import Transports

/// The `serve` command: builds all parts in order, runs until a stop is requested, and stops them.
enum ServeCommand {
  static func run(_ options: ServeOptions) -> ExitStatus {
    ProcessHardening.apply()
    let variables = ProcessEnvironment.variables
    // Check the passed descriptors before any is opened: a new one could take the number of a missing one.
    let passed = Result { () throws(StartError) in try sockets(variables) }
    let log: ServiceLog
    do throws(SystemError) {
      log = try ServiceLog(level: options.logLevel, format: options.logFormat)
    } catch {
      Output.errorLine("altcraft-bridge: standard error: \(error)")
      return .fault
    }
    defer { log.close() }
    let supervision = ServiceStatusReporter(notifier(variables, log))
    do throws(StartError) {
      guard !ProcessHardening.userIsAmbiguous else { throw .ambiguousUser }
      if let limit = DescriptorLimit.raise(), limit < DescriptorLimit.least {
        throw .tooFewDescriptors(limit)
      }
      let service = try RunningService(
        options, log, sockets: try passed.get(), supervision: supervision)
      return service.run()
    } catch {
      log.write(line: "altcraft-bridge: \(error.message)")
      supervision.failed(error.message)
      return error.status
    }
  }

  private static func sockets(_ variables: [String: String]) throws(StartError) -> [PassedSocket] {
    do throws(PassedSocketProblem) {
      return try PassedSockets.find(in: variables, for: getpid())
    } catch {
      throw StartError(status: .configuration, message: error.description)
    }
  }

  private static func notifier(
    _ variables: [String: String], _ log: ServiceLog
  ) -> ServiceNotifier? {
    do throws(SystemError) {
      return try ServiceNotifier(environment: variables, process: getpid())
    } catch {
      log.log.error("the service manager cannot be informed", ["reason": .text(error.description)])
      return nil
    }
  }
}

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

  /// The error of a process that may open too few files to serve.
  static func tooFewDescriptors(_ limit: Int) -> StartError {
    StartError(
      status: .configuration,
      message:
        "the limit of open files is \(limit), and \(DescriptorLimit.least) are needed; raise the hard "
        + "limit (ulimit -H -n 1024, or LimitNOFILE=1024 in the unit)")
  }

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
    case .journal(.noSpace), .journal(.readOnly):
      self.init(
        status: .configuration, message: "\(path.inMessage): the file system is full or read-only")
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
