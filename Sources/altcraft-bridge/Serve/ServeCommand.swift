import AltcraftEngine
import BridgeCommandLine
import Glibc
import System
import Transports

/// The `serve` command: builds the service and runs it until its stop is complete.
enum ServeCommand {
  static func run(_ options: ServeOptions) -> ExitStatus {
    let hasOutput = fcntl(STDOUT_FILENO, F_GETFD) >= 0
    ProcessHardening.apply()
    let variables = ProcessEnvironment.variables
    // Check the passed descriptors before any is opened: a new one could take the number of a missing one.
    let passed = Result { () throws(StartError) in try sockets(variables, options) }
    let log: ServiceLog
    do throws(SystemError) {
      log = try ServiceLog(level: options.logLevel, format: options.logFormat)
    } catch {
      StandardOutput.errorLine("altcraft-bridge: standard error: \(error)")
      return .fault
    }
    defer { log.close() }
    let reporter = ServiceStatusReporter(notifier(variables, options, passed, log))
    do throws(StartError) {
      guard !ProcessHardening.userIsAmbiguous else { throw .ambiguousUser }
      if let limit = DescriptorLimit.raise(), limit < DescriptorLimit.least {
        throw .tooFewDescriptors(limit)
      }
      let builder = ServiceBuilder(
        options, log: log, sockets: try passed.get(), reporter: reporter)
      guard hasOutput || !builder.servesStandardStreams else { throw .noOutput }
      return try builder.build().run()
    } catch {
      log.write(line: "altcraft-bridge: \(error.message)")
      reporter.failed(error.message)
      return error.status
    }
  }

  private static func sockets(
    _ variables: [String: String], _ options: ServeOptions
  ) throws(StartError) -> [PassedSocket] {
    let group = try options.socketGroup()
    do throws(PassedSocketProblem) {
      return try PassedSockets.find(in: variables, for: getpid(), group: group)
    } catch {
      throw StartError(status: .configuration, message: error.description)
    }
  }

  /// Makes the notifier of the manager that started this process. If no variable says which process
  /// that was, a bridge on standard input was started by its host, which may be the service: a
  /// manager gives its services no input.
  private static func notifier(
    _ variables: [String: String], _ options: ServeOptions,
    _ passed: Result<[PassedSocket], StartError>, _ log: ServiceLog
  ) -> ServiceNotifier? {
    var options = options
    if case .success(let sockets) = passed { options.adopt(sockets: sockets.count) }
    guard !options.stdio || ServiceVariables.areFor(getpid(), variables) == true else { return nil }
    do throws(SystemError) {
      return try ServiceNotifier(environment: variables, process: getpid())
    } catch {
      log.log.error("the service manager cannot be informed", ["reason": .text(error.description)])
      return nil
    }
  }
}

extension ServeOptions {
  /// Returns the number of the group of the Unix sockets; nil without --socket-group.
  func socketGroup() throws(StartError) -> UInt32? {
    guard let name = socketAccess.group else { return nil }
    guard let number = GroupNumber.find(name) else { throw .noGroup(name) }
    return number
  }
}
