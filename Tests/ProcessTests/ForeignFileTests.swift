import Glibc
import TestSupport
import Testing

/// Commands over a data directory with a file that has the name of a segment and is not one.
@Suite struct ForeignFileTests {
  private static let name = "0000000000000001.log"
  private static let text =
    "\(name) cannot be a file of the outbox (it is not a regular file, too long, or mostly holes);"
    + " nothing was changed; move it away"

  private let directory = TemporaryDirectory()

  init() {
    chmod(directory.path, 0o700)
    #expect(mkdir(directory.path + "/g-default", 0o700) == 0)
    #expect(mkfifo(directory.path + "/g-default/" + Self.name, 0o600) == 0)
  }

  // The text was "open: Bad message".
  @Test(
    "a command of the outbox names the file and the remedy", arguments: ["verify", "list"])
  func outbox(action: String) throws {
    let result = try FinishedCommand.bridge("outbox", action, directory.path)

    #expect(
      result.errors == "altcraft-bridge: \(directory.path)/g-default: \(Self.text)\n")
    #expect(result.output == "" && result.status == 78)
  }

  @Test("the doctor and the start report the same")
  func doctorAndStart() throws {
    let doctor = try FinishedCommand.bridge("doctor", "--data-dir", directory.path)
    let start = try FinishedCommand.bridge("serve", "--stdio", "--data-dir", directory.path)

    // The doctor breaks lines.
    let words = doctor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(Self.text))
    #expect(start.text.contains(Self.text) && start.status == 78)
  }
}
