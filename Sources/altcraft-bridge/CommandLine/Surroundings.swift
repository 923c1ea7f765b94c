import AltcraftEngine
import Glibc
import JSONRPC

/// What parsing depends on besides the arguments.
struct Surroundings: Sendable {
  var environment: [String: String]
  /// The bytes of a file, or why they cannot be had.
  var readFile: @Sendable (String) -> Result<[UInt8], FileUnreadable>
  /// The same of standard input, to its end.
  var readInput: @Sendable () -> Result<[UInt8], FileUnreadable>
  /// What is wrong with a limit of this name and value, such as a name nobody knows; nil if nothing is.
  var limitComplaint: @Sendable (String, Double) -> String?
}

struct FileUnreadable: Error, Equatable {
  /// In the words of the system, as in "no such file or directory".
  let reason: String
}

extension Surroundings {
  /// Those of the running process.
  static var ofThisProcess: Surroundings {
    Surroundings(
      environment: ProcessEnvironment.variables, readFile: File.read,
      readInput: { File.read(descriptor: 0) }, limitComplaint: complaint)
  }

  @Sendable private static func complaint(_ name: String, _ value: Double) -> String? {
    guard let complaint = Limits.complaint(name, value) else { return nil }
    guard !Limits.names.contains(name) else { return complaint }
    return complaint + Suggestion.text(for: name, among: Limits.names)
  }
}

enum ProcessEnvironment {
  /// A copy of all variables, the first of each name. Nothing here sets one while another thread reads.
  static var variables: [String: String] {
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

enum File {
  /// No file read here has a reason to be larger: configurations, scripts, tokens, `/proc`.
  private static let largest = 4 * 1024 * 1024

  /// The whole content of a regular file. A pipe or a device could keep a command waiting for ever.
  @Sendable static func read(_ path: String) -> Result<[UInt8], FileUnreadable> {
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

  /// What is left to read there.
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
  init(code: Int32) {
    reason = String(cString: strerror(code)).lowercased()
  }
}
