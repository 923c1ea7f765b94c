import AltcraftEngine
import Glibc

extension Surroundings {
  /// Those of the running process.
  static var ofThisProcess: Surroundings {
    Surroundings(
      environment: ProcessEnvironment.variables, readFile: File.read,
      limitComplaint: Limits.complaint)
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

  /// The whole content of a file.
  @Sendable static func read(_ path: String) -> Result<[UInt8], FileUnreadable> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(FileUnreadable(code: errno)) }
    defer { close(descriptor) }
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
