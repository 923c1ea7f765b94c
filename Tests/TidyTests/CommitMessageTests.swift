import Foundation
import TestSupport
import Testing

/// The hook `.ci/hooks/commit-msg`, which git runs with the file of a message.
@Suite("The commit message hook", .blocking)
struct CommitMessageTests {
  @Test(
    "accepts plain imperative subjects, and those that git writes",
    arguments: [
      "Add a limit for events", "Fix the deadline of a batch\n\nIt ended too early.\n",
      "Process jobs in order", "Bring the page up to date", "Merge branch 'next' into main",
      "Revert \"Add a limit\"", "# a comment of git\nTest the hook\n# another\n",
      "Add " + String(repeating: "ü", count: 68),
    ])
  func accepts(message: String) throws {
    #expect(try Self.check(message).status == 0)
  }

  @Test(
    "refuses other messages, and names the rule",
    arguments: [
      ("", "empty"), ("\n# only a comment\n", "empty"), ("add a limit", "imperative"),
      ("Added a limit", "not with Added"), ("Adding a limit", "not with Adding"),
      ("Adds a limit", "not with Adds"), ("Tell the host of it", "not with Tell"),
      ("Hold the lock", "not with Hold"), ("Say why", "not with Say"),
      ("Look twice", "not with Look"), ("Mend the call", "not with Mend"),
      ("Add a limit.", "full stop"), ("Add a limit\nfor events", "empty line"),
      ("Add " + String(repeating: "x", count: 69), "at most 72"),
    ])
  func refuses(message: String, rule: String) throws {
    let hook = try Self.check(message)

    #expect(hook.status == 1 && hook.errors.contains(rule), "\(hook.errors)")
  }

  private static func check(_ message: String) throws -> FinishedCommand {
    let directory = TemporaryDirectory()
    let file = directory.path + "/COMMIT_EDITMSG"
    try Data(message.utf8).write(to: URL(filePath: file))
    return try run(Repository.root.appendingPathComponent(".ci/hooks/commit-msg").path, [file])
  }
}
