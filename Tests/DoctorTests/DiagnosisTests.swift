import Foundation
import Glibc
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import BridgeCommandLine
@testable import Doctor

@Suite("The command doctor") struct DiagnosisTests {
  @Test("a private directory of the current user passes, and the time of a write is measured")
  func healthy() throws {
    let home = TemporaryDirectory()
    let check = DirectoryCheck(path: home.path)

    #expect(check.directory == .ok("directory", home.path))
    #expect(!check.filesystem.isProblem && !check.freeSpace.isProblem)
    #expect(check.syncSpeed?.isProblem == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }

  @Test(
    "a directory with access for other users fails, and the report contains the fix",
    arguments: [0o755, 0o750, 0o705, 0o710] as [mode_t])
  func open(_ mode: mode_t) {
    let home = TemporaryDirectory()
    chmod(home.path, mode)

    #expect(
      DirectoryCheck(path: home.path).directory
        == .problem(
          "directory", "\(home.path) is accessible to other users (mode \(String(mode, radix: 8)))",
          "chmod 700 '\(home.path)'"))
  }

  @Test("a missing directory is reported as to be created, and the check does not create it")
  func missing() {
    let home = TemporaryDirectory()
    let path = home.path + "/a/b"
    let check = DirectoryCheck(path: path)

    #expect(check.directory == .ok("directory", "\(path) does not exist and will be created"))
    #expect(check.syncSpeed?.isProblem == false)
    #expect(access(home.path + "/a", F_OK) != 0)
  }

  @Test("a link and a file are not accepted as directories")
  func otherKinds() throws {
    let home = TemporaryDirectory()
    try #require(symlink("/tmp", home.path + "/link") == 0)
    try Data().write(to: URL(filePath: home.path + "/file"))

    for name in ["link", "file"] {
      let finding = DirectoryCheck(path: home.path + "/" + name).directory
      #expect(finding.isProblem && finding.remedy != nil)
    }
  }

  @Test("the process that serves the directory is named")
  func inUse() throws {
    let home = TemporaryDirectory()
    let descriptor = Glibc.open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

    #expect(
      DirectoryCheck(path: home.path).directory
        == .ok("directory", "\(home.path), in use by process \(getpid())"))
  }

  static let speeds: [(Duration, Bool, Finding.Verdict)] = [
    (.microseconds(2), false, .note), (.microseconds(200), false, .ok),
    (.milliseconds(8), false, .ok), (.milliseconds(80), false, .note),
    (.microseconds(2), true, .ok),
  ]

  @Test(
    "a sync that is implausibly fast or very slow gets a note",
    arguments: speeds)
  func speed(_ median: Duration, _ isVolatile: Bool, _ verdict: Finding.Verdict) {
    let finding = SyncSpeed(median: median).finding(isVolatile: isVolatile)

    #expect(finding.verdict == verdict)
    #expect((finding.remedy != nil) == (verdict == .note))
  }

  @Test("times are in milliseconds with two digits")
  func digits() {
    let message = SyncSpeed(median: .microseconds(205)).finding(isVolatile: false).message
    #expect(message == "median 0.21 ms: at most 4878 sequential calls per second")
  }

  static let mounts = MountTable(
    """
    22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
    23 22 0:5 / /proc rw,nosuid - proc proc rw
    24 22 0:20 / /mnt rw - tmpfs tmpfs rw
    25 22 0:21 / /mnt rw shared:2 master:3 - nfs4 host:/export rw
    26 22 0:22 / /my\\040disk rw - xfs /dev/sdb rw
    garbage
    """)

  @Test(
    "the file system type is that of the nearest mount above; of two mounts on one point, the latest",
    arguments: [
      ("/", "ext4"), ("/home/ann", "ext4"), ("/proc/1", "proc"), ("/mnt", "nfs4"),
      ("/mnt/x", "nfs4"), ("/mntx", "ext4"), ("/my disk/x", "xfs"),
    ])
  func mountKind(_ path: String, _ kind: String) {
    #expect(Self.mounts.kind(of: path) == kind)
  }

  @Test(
    "an unreachable platform is reported with the things to check",
    arguments: [
      (.tls, "certificate"), (.resolve, "resolv.conf"), (.connect, "port"), (.proxy, "--proxy"),
      (.answer, "web server"),
    ] as [(TransportFailure.Step, String)])
  func remedies(_ step: TransportFailure.Step, _ word: String) {
    let failure = TransportFailure(step, "shop.example:443", "timed out")
    #expect(PlatformCheck.remedy(failure)?.contains(word) == true)
  }

  @Test("the report is a table on a terminal and a JSON object in a pipe")
  func report() throws {
    let report = DoctorReport(
      settings: [.init(name: "dataDir", value: "/d", source: "--data-dir")],
      sections: [
        .init(title: "Nothing", findings: []),
        .init(title: "One", findings: [.ok("a", "is well")]),
        .init(
          title: "Two", findings: [.problem("long one", "is not", "fix it"), .note("c", "so")]),
      ])

    #expect(
      report.text(TextStyle(hasColours: false)) == """
        Settings
          dataDir  /d (--data-dir)

        One
          ok       a         is well

        Two
          problem  long one  is not
                             -> fix it
          note     c         so

        1 problem, 1 note.

        """)
    #expect(
      report.text(TextStyle(hasColours: true)).contains("\u{1b}[31mproblem\u{1b}[0m  long one"))
    #expect(report.hasProblem)
    #expect(report.json["ok"] == false && report.json["problems"] == 1 && report.json["notes"] == 1)
    #expect(
      report.json["findings"]?[1] == [
        "section": "Two", "subject": "long one", "verdict": "problem", "message": "is not",
        "remedy": "fix it",
      ])
  }
}
