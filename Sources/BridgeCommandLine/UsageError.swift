/// The reason why a command was not started: one line for the user, and the exit status.
package struct UsageError: Error, Equatable {
  package let message: String
  package let status: ExitStatus

  /// Makes the error for a problem on the command line or in the environment.
  static func usage(_ message: String, helpOn command: CommandName? = nil) -> UsageError {
    usage(message, help: command.map { " \($0.rawValue)" } ?? "")
  }

  /// Makes the error for the parameters of a call.
  static func usage(_ message: String, helpOnMethod method: String) -> UsageError {
    usage(message, help: " \(method)")
  }

  private static func usage(_ message: String, help: String) -> UsageError {
    // A question ends a sentence, so the reference starts a new one.
    let reference = message.hasSuffix("?") ? " See" : "; see"
    return UsageError(
      message: "\(message)\(reference) 'altcraft-bridge help\(help)'", status: .usage)
  }

  /// Makes the error for a problem in the configuration file.
  static func configuration(_ message: String) -> UsageError {
    UsageError(message: message, status: .configuration)
  }
}

/// The exit status of the process; the numbers are from `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  /// Nothing listens at the address.
  case unavailable = 69
  case fault = 70
  case directoryInUse = 75
  case configuration = 78
}
