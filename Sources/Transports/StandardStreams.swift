import Glibc
import Synchronization
import System

/// The standard input and output, reserved for the protocol: a stray `print` must not write into the
/// protocol, and a stray `readLine` must not consume its bytes.
package enum StandardStreams {
  package enum Problem: Error, Equatable {
    case alreadyTaken
    case system(SystemError)
  }

  private static let isTaken = Mutex((input: false, output: false))

  /// Takes standard output for the protocol. From now on, output to descriptor 1 goes to standard error.
  package static func takeStandardOutput() throws(Problem) -> FileDescriptor {
    guard claim(\.output) else { throw .alreadyTaken }
    return try take(STDOUT_FILENO, leaving: STDERR_FILENO)
  }

  /// Takes standard input for the protocol. From now on, descriptor 0 is empty.
  package static func takeStandardInput() throws(Problem) -> FileDescriptor {
    guard claim(\.input) else { throw .alreadyTaken }
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard empty >= 0 else { throw .system(SystemError("open /dev/null")) }
    defer { close(empty) }
    return try take(STDIN_FILENO, leaving: empty)
  }

  /// Moves the file of `descriptor` to a private descriptor, and replaces it by the file of `other`.
  static func take(_ descriptor: Int32, leaving other: Int32) throws(Problem) -> FileDescriptor {
    do throws(SystemError) {
      let taken = try FileDescriptor(duplicating: descriptor)
      guard dup2(other, descriptor) >= 0 else { throw SystemError("dup2") }
      return taken
    } catch {
      throw .system(error)
    }
  }

  private static func claim(_ stream: WritableKeyPath<(input: Bool, output: Bool), Bool>) -> Bool {
    isTaken.withLock { taken in
      defer { taken[keyPath: stream] = true }
      return !taken[keyPath: stream]
    }
  }
}
