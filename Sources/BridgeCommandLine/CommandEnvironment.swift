import AltcraftEngine
import Glibc
import JSONRPC
import System

/// The inputs of parsing besides the arguments.
package struct CommandEnvironment: Sendable {
  var environment: [String: String]
  /// The variables that are not UTF-8, which `environment` lacks.
  var unreadable: [String: NotUTF8] = [:]
  /// The reader of files that people write: returns the bytes without a byte order mark, or the
  /// reason why a file is not readable.
  var readFile: @Sendable (String) -> Result<[UInt8], FileUnreadable>
  /// The reader of standard input, up to its end.
  var readInput: @Sendable () -> Result<[UInt8], FileUnreadable>
  /// The check of a limit by name and value: returns a problem such as an unknown name; nil if it is valid.
  var limitComplaint: @Sendable (String, Double) -> String?
}

extension CommandEnvironment {
  /// The inputs of the running process.
  package static var ofThisProcess: CommandEnvironment {
    CommandEnvironment(
      environment: ProcessEnvironment.variables, unreadable: ProcessEnvironment.unreadable,
      readFile: { File.readText($0) },
      readInput: { File.read(descriptor: 0).flatMap(File.text) }, limitComplaint: complaint)
  }

  /// Returns the absolute path in a variable of the XDG specification, which requires that relative
  /// ones are ignored. Throws if it is not UTF-8.
  func directory(_ variable: String) throws(UsageError) -> String? {
    if let problem = unreadable[variable] { throw .usage("\(variable): \(problem.complaint)") }
    return environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  @Sendable private static func complaint(_ name: String, _ value: Double) -> String? {
    guard let complaint = Limits.complaint(name, value) else { return nil }
    guard !Limits.names.contains(name) else { return complaint }
    return complaint + Suggestion.text(for: name, among: Limits.names)
  }
}

package enum ProcessEnvironment {
  /// A copy of all variables that are UTF-8, the first of each name. Another text could be that of
  /// another setting.
  package static var variables: [String: String] { all.compactMapValues { try? $0.get() } }

  /// The other variables.
  static var unreadable: [String: NotUTF8] {
    all.compactMapValues { if case .failure(let problem) = $0 { problem } else { nil } }
  }

  /// No code here sets a variable while another thread reads.
  private static var all: [String: Result<String, NotUTF8>] {
    var variables = [String: Result<String, NotUTF8>](minimumCapacity: 64)
    var next = environ
    while let entry = next.pointee {
      let parts = [UInt8](bytesOf: entry).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let name = String(validating: parts[0], as: UTF8.self), !name.isEmpty,
        variables[name] == nil
      {
        variables[name] = Result { () throws(NotUTF8) in try String(utf8: Array(parts[1])) }
      }
      next += 1
    }
    return variables
  }

  /// The variables for a child process: without those by which a service manager addresses this
  /// process.
  package static var forChildren: [String: String] {
    variables.filter { !ServiceVariables.ofOneProcess.contains($0.key) }
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
