/// Why a command was not started: one line for the person who typed it, and the status to exit with.
struct UsageError: Error, Equatable {
  let message: String
  let status: ExitStatus

  /// Something on the command line or in the environment.
  static func usage(_ message: String, helpOn command: CommandName? = nil) -> UsageError {
    let help = command.map { " \($0.rawValue)" } ?? ""
    // After a question a new sentence begins.
    let reference = message.hasSuffix("?") ? " See" : "; see"
    return UsageError(
      message: "\(message)\(reference) 'altcraft-bridge help\(help)'", status: .usage)
  }

  /// Something in the configuration file.
  static func configuration(_ message: String) -> UsageError {
    UsageError(message: message, status: .configuration)
  }
}

/// How the process ends; the numbers of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  case fault = 70
  case directoryInUse = 75
  case configuration = 78
}
