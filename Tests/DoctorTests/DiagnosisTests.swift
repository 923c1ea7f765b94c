import Foundation
import Glibc
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

  @Test("each library of a process is listed once, the Swift libraries separately")
  func libraries() {
    let maps = MappedLibraries(
      """
      7f00-7f01 r-xp 00000000 fe:00 1 /usr/lib/x86_64-linux-gnu/libcurl.so.4.8.0
      7f01-7f02 rw-p 00001000 fe:00 1 /usr/lib/x86_64-linux-gnu/libcurl.so.4.8.0
      7f02-7f03 r-xp 00000000 fe:00 2 /opt/with blank/libswiftCore.so
      7f03-7f04 r-xp 00000000 fe:00 2 /opt/lib_FoundationICU.so
      7f04-7f05 r-xp 00000000 fe:00 3 /usr/bin/altcraft-bridge-delivery
      7f05-7f06 rw-p 00000000 00:00 0
      7f06-7f07 rw-p 00000000 00:00 0 [heap]
      7f07-7f08 r-xp 00000000 fe:00 4 /lib64/ld-linux-x86-64.so.2
      """)

    #expect(maps.ofSystem == ["ld-linux-x86-64.so.2", "libcurl.so.4.8.0"])
    #expect(maps.ofSwift == ["lib_FoundationICU.so", "libswiftCore.so"])
  }

  static let failures: [(String, String)] = [
    ("tls: SSL certificate problem: certificate has expired", "certificate"),
    ("unknown host", "resolv.conf"), ("connection refused", "port"), ("timed out", "firewall"),
    ("no HTTP response", "web server"),
  ]

  @Test("an unreachable platform is reported with the things to check", arguments: failures)
  func remedies(_ failure: String, _ word: String) {
    #expect(PlatformCheck.remedy(failure)?.contains(word) == true)
  }

  @Test("a missing library is reported with its package")
  func missingLibrary() {
    let reason =
      "x: error while loading shared libraries: libcurl.so.4: cannot open shared object file"
    #expect(DeliveryCheck.remedy(reason)?.hasPrefix("install libcurl4") == true)
    #expect(
      DeliveryCheck.remedy("/lib/libc.so.6: version `GLIBC_2.38' not found")?.contains("older")
        == true)
    #expect(DeliveryCheck.remedy("exited with status 139") == nil)
  }

  @Test("a proxy is shown without its password")
  func proxy() {
    let variables = [
      "https_proxy": "http://ann:secret@proxy:3128", "HTTP_PROXY": "http://x", "no_proxy": "",
    ]
    let findings = SystemCheck(variables: variables).proxies

    #expect(findings.count == 2)
    #expect(findings.first?.message.contains("https_proxy=http://…@proxy:3128") == true)
    #expect(findings.last?.message.contains("HTTP_PROXY is ignored") == true)
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
