import AltcraftEngine
import Glibc
import JSONRPC

/// The inputs of parsing besides the arguments.
package struct CommandEnvironment: Sendable {
  var environment: [String: String]
  /// The reader of files: returns the bytes, or the reason why a file is not readable.
  var readFile: @Sendable (String) -> Result<[UInt8], FileUnreadable>
  /// The reader of standard input, up to its end.
  var readInput: @Sendable () -> Result<[UInt8], FileUnreadable>
  /// The check of a limit by name and value: returns a problem such as an unknown name; nil if it is valid.
  var limitComplaint: @Sendable (String, Double) -> String?
}

package struct FileUnreadable: Error, Equatable {
  /// The system's reason, such as "no such file or directory".
  package let reason: String
}

extension CommandEnvironment {
  /// The inputs of the running process.
  package static var ofThisProcess: CommandEnvironment {
    CommandEnvironment(
      environment: ProcessEnvironment.variables, readFile: File.read,
      readInput: { File.read(descriptor: 0) }, limitComplaint: complaint)
  }

  @Sendable private static func complaint(_ name: String, _ value: Double) -> String? {
    guard let complaint = Limits.complaint(name, value) else { return nil }
    guard !Limits.names.contains(name) else { return complaint }
    return complaint + Suggestion.text(for: name, among: Limits.names)
  }
}

package enum ProcessEnvironment {
  /// A copy of all variables, the first of each name. No code here sets a variable while another thread
  /// reads.
  package static var variables: [String: String] {
    var variables = [String: String](minimumCapacity: 64)
    var next = environ
    while let entry = next.pointee {
      if let variable = Assignment(String(cString: entry)), variables[variable.name] == nil {
        variables[variable.name] = variable.value
      }
      next += 1
    }
    return variables
  }
}

package enum File {
  /// The size limit. Valid files are smaller: configurations, scripts, tokens, `/proc`.
  private static let largest = 4 * 1024 * 1024

  /// Reads a regular file. Other types are rejected: a pipe or a device could block a command forever.
  @Sendable package static func read(_ path: String) -> Result<[UInt8], FileUnreadable> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(FileUnreadable(code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(FileUnreadable(code: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .failure(FileUnreadable(code: EISDIR))
    default: return .failure(FileUnreadable(reason: "not a regular file"))
    }
    return read(descriptor: descriptor)
  }

  package static func isWritableByOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o022 != 0
  }

  /// Reads the rest of an open file.
  static func read(descriptor: Int32) -> Result<[UInt8], FileUnreadable> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(bytes) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .failure(FileUnreadable(code: errno)) }
      bytes += buffer[..<count]
      guard bytes.count <= largest else { return .failure(FileUnreadable(code: EFBIG)) }
    }
  }
}

extension FileUnreadable {
  package init(code: Int32) {
    reason = String(cString: strerror(code)).lowercased()
  }
}

extension String {
  /// The parent directory of a path; `.` for a bare name, and the root for the root.
  package var parentDirectory: String {
    guard let slash = dropLast(hasSuffix("/") && count > 1 ? 1 : 0).lastIndex(of: "/") else {
      return "."
    }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
