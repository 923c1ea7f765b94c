import Foundation
import Glibc
import TestSupport
import Testing

@testable import altcraft_bridge

@Suite("The doctor") struct DoctorTests {
  @Test("a directory of ours that is closed to others is well")
  func healthy() {
    let home = TemporaryDirectory()
    #expect(DirectoryCheck(path: home.path).directory == .ok("data directory", home.path))
    #expect(!DirectoryCheck(path: home.path).filesystem.isProblem)
  }

  @Test(
    "one that others may look into is not, and the remedy is told",
    arguments: [0o755, 0o750, 0o705, 0o710] as [mode_t])
  func open(_ mode: mode_t) {
    let home = TemporaryDirectory()
    chmod(home.path, mode)

    #expect(
      DirectoryCheck(path: home.path).directory
        == .problem(
          "data directory",
          "\(home.path) is open to others (mode \(String(mode, radix: 8))); run chmod 700 \(home.path)"
        ))
  }

  @Test("one that is missing will be created, and is not created by looking")
  func missing() {
    let home = TemporaryDirectory()
    let path = home.path + "/a/b"

    #expect(
      DirectoryCheck(path: path).directory
        == .ok("data directory", "\(path) is missing and will be created"))
    #expect(access(home.path + "/a", F_OK) != 0)
  }

  @Test("a link and a file are no directories")
  func otherKinds() throws {
    let home = TemporaryDirectory()
    try #require(symlink("/tmp", home.path + "/link") == 0)
    try Data().write(to: URL(filePath: home.path + "/file"))

    for name in ["link", "file"] {
      #expect(DirectoryCheck(path: home.path + "/" + name).directory.isProblem)
    }
  }

  @Test("who serves the directory is named")
  func inUse() throws {
    let home = TemporaryDirectory()
    let descriptor = Glibc.open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

    #expect(
      DirectoryCheck(path: home.path).directory
        == .ok("data directory", "\(home.path), in use by process \(getpid())"))
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
    "the kind of a file system is that of the mount nearest above, the latest on one point",
    arguments: [
      ("/", "ext4"), ("/home/ann", "ext4"), ("/proc/1", "proc"), ("/mnt", "nfs4"),
      ("/mnt/x", "nfs4"), ("/mntx", "ext4"), ("/my disk/x", "xfs"),
    ])
  func mountKind(_ path: String, _ kind: String) {
    #expect(DoctorTests.mounts.kind(of: path) == kind)
  }

  @Test("a line says at its beginning whether it is a problem")
  func lines() {
    #expect(Finding.ok("certificates", "found").line == "ok       certificates: found")
    #expect(Finding.problem("certificates", "missing").line == "problem  certificates: missing")
  }
}
