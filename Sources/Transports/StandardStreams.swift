import Glibc
import Synchronization

/// Standard input and output, taken out of everybody else's reach: a stray `print` must not end up in
/// the protocol, and a stray `readLine` must not eat of it.
package enum StandardStreams {
  package enum Problem: Error, Equatable {
    case alreadyTaken
    case system(SystemError)
  }

  private static let isTaken = Mutex((input: false, output: false))

  /// Where the protocol goes. From now on, what is written to descriptor 1 goes to standard error.
  package static func takeStandardOutput() throws(Problem) -> OwnedFD {
    guard claim(\.output) else { throw .alreadyTaken }
    return try take(STDOUT_FILENO, leaving: STDERR_FILENO)
  }

  /// Where the protocol comes from. From now on descriptor 0 is empty.
  package static func takeStandardInput() throws(Problem) -> OwnedFD {
    guard claim(\.input) else { throw .alreadyTaken }
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard empty >= 0 else { throw .system(SystemError(call: "open /dev/null")) }
    defer { close(empty) }
    return try take(STDIN_FILENO, leaving: empty)
  }

  /// Moves what `descriptor` stands for to a private one; it then stands for what `other` does.
  static func take(_ descriptor: Int32, leaving other: Int32) throws(Problem) -> OwnedFD {
    do throws(SystemError) {
      let taken = try OwnedFD(duplicating: descriptor)
      guard dup2(other, descriptor) >= 0 else { throw SystemError(call: "dup2") }
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
