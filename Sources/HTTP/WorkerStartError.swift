import Glibc
import System

/// A failure to start a worker process. `message` says what to do about it.
struct WorkerStartError: Error {
  let message: String

  init(_ what: String, _ error: Int32) {
    message = "\(what): \(SystemError.reason(error))"
  }

  init(starting path: String, _ error: Int32) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map(String.init) ?? path
    let directory = parts.dropLast().joined(separator: "/")
    let place = "next to this program, in \(directory.isEmpty ? "/" : directory)"
    let reason = SystemError.reason(error)
    message =
      error == ENOENT ? "\(name) not found \(place)" : "\(name) cannot be started: \(reason)"
  }
}
