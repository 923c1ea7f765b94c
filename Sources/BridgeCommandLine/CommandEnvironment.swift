import AltcraftEngine
import Glibc
import JSONRPC
import System

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

extension CommandEnvironment {
  /// The inputs of the running process.
  package static var ofThisProcess: CommandEnvironment {
    CommandEnvironment(
      environment: ProcessEnvironment.variables, readFile: { File.read($0) },
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
