import DurableLog
import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The data directory is private")
struct DataDirectoryTests {
  @Test("missing parts of it are created, for this user only")
  func creation() throws {
    let path = temporary.path + "/state/altcraft-bridge"

    let first = try DataDirectory.open(path)
    let second = try DataDirectory.open(path + "/")

    #expect(try mode(temporary.path + "/state") == 0o700)
    #expect(try mode(path) == 0o700)
    #expect(first.directory.descriptor != second.directory.descriptor)
    #expect(fcntl(first.directory.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test(
    "a directory with access for other users is refused, and the message contains the fix",
    arguments: [0o750, 0o701, 0o777, 0o720] as [mode_t])
  func accessibleToOthers(mode: mode_t) throws {
    chmod(temporary.path, mode)

    let failure = #expect(throws: DataDirectoryError.accessibleToOthers(temporary.path, mode: mode))
    {
      try DataDirectory.open(temporary.path)
    }

    #expect(failure?.message.contains("chmod 700 '\(temporary.path)'") == true)
  }

  enum Displacement: CaseIterable { case removed, movedAway, replaced, replacedByLink, parentMoved }

  // Calls were acknowledged, and their jobs stored in files that the next process did not find.
  @Test(
    "without its place, neither a file nor a group is stored in it",
    arguments: Displacement.allCases
  )
  func displaced(_ displacement: Displacement) throws {
    let (parent, path) = (temporary.path + "/p", temporary.path + "/p/data")
    let directory = try DataDirectory.open(path)
    let group = try directory.open(.default)
    try group.createFile("before", holding: [1])

    switch displacement {
    case .removed: try FileManager.default.removeItem(atPath: path)
    case .movedAway: #expect(rename(path, path + "2") == 0)
    case .replaced:
      #expect(rename(path, path + "2") == 0)
      #expect(mkdir(path, 0o700) == 0 && mkdir(path + "/g-default", 0o700) == 0)
    case .replacedByLink:
      #expect(rename(path, path + "2") == 0)
      #expect(symlink("data2", path) == 0)
    case .parentMoved: #expect(rename(parent, parent + "2") == 0)
    }

    let gone = StorageFailure.io(errno: ENOENT)
    #expect(throws: gone) { try directory.directory.createFile("file", holding: [1]) }
    #expect(throws: gone) { try directory.open(AppGroupName("new")) }
    // The group is still reached through a link in place of the data directory, which the next
    // start refuses.
    if displacement != .replacedByLink {
      #expect(throws: gone) { try group.createFile("file", holding: [1]) }
      let log = try group.log()
      #expect(throws: FileError(.find, code: ENOENT)) { try log.requirePlace() }
    }
  }

  @Test("a directory that is back at its path is in place")
  func inPlace() throws {
    let path = temporary.path + "/data"
    let directory = try DataDirectory.open(path).directory
    #expect(rename(path, path + "2") == 0 && rename(path + "2", path) == 0)

    try directory.createFile("file", holding: [1])
    try directory.log().requirePlace()
  }

  @Test("a link to it is refused, links above it are followed")
  func links() throws {
    mkdir(temporary.path + "/real", 0o700)
    mkdir(temporary.path + "/real/data", 0o700)
    symlink("real/data", temporary.path + "/leaf")
    symlink("real", temporary.path + "/above")
    symlink(temporary.path + "/above", temporary.path + "/absolute")
    symlink("loop", temporary.path + "/loop")

    #expect(throws: DataDirectoryError.link(temporary.path + "/leaf")) {
      try DataDirectory.open(temporary.path + "/leaf")
    }
    let looping = temporary.path + "/loop/x"
    #expect(throws: DataDirectoryError.io(looping, errno: ELOOP)) {
      try DataDirectory.open(looping)
    }
    let real = try inode(DataDirectory.open(temporary.path + "/real/data"))
    #expect(try inode(DataDirectory.open(temporary.path + "/above/data")) == real)
    #expect(try inode(DataDirectory.open(temporary.path + "/absolute/./data")) == real)
    #expect(try inode(DataDirectory.open(temporary.path + "/real/../above/data")) == real)
  }

  @Test(
    "another user's directory and another user's link are refused",
    .enabled(if: geteuid() == 0, "only root can make files of another user"))
  func foreign() throws {
    mkdir(temporary.path + "/theirs", 0o700)
    chown(temporary.path + "/theirs", 12345, 12345)
    mkdir(temporary.path + "/ours", 0o700)
    symlink("ours", temporary.path + "/link")
    lchown(temporary.path + "/link", 12345, 12345)

    #expect(throws: DataDirectoryError.wrongOwner(temporary.path + "/theirs", owner: 12345)) {
      try DataDirectory.open(temporary.path + "/theirs")
    }
    #expect(throws: DataDirectoryError.linkOfOtherUser(temporary.path + "/link/data")) {
      try DataDirectory.open(temporary.path + "/link/data")
    }
  }

  @Test(
    "a path that is not a directory is refused",
    arguments: ["", "relative", "./x", "/dev/null", "/dev/null/x", "/proc/version/x"])
  func notADirectory(path: String) {
    let expected: DataDirectoryError =
      path.hasPrefix("/") ? .notDirectory(path) : .notAbsolute(path)
    #expect(throws: expected) { try DataDirectory.open(path) }
  }

  @Test(
    "a directory in memory is reported as such",
    .enabled(if: access("/dev/shm", W_OK) == 0, "no /dev/shm here"))
  func volatile() throws {
    let path = "/dev/shm/altcraft-bridge-test-\(getpid())"
    defer { rmdir(path) }

    #expect(try DataDirectory.open(path).isVolatile)
  }

  @Test("the directory of a group is inside it, through no link")
  func groups() throws {
    let data = try DataDirectory.open(temporary.path)

    _ = try data.open(.default)
    _ = try data.open(.default)
    symlink("g-default", temporary.path + "/g-other")

    #expect(try mode(temporary.path + "/g-default") == 0o700)
    let other = try AppGroupName("other")
    #expect(throws: StorageFailure.self) { try data.open(other) }
  }

  private let temporary = TemporaryDirectory()

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  private func inode(_ data: DataDirectory) throws -> ino_t {
    var status = stat()
    try #require(fstat(data.directory.descriptor, &status) == 0)
    return status.st_ino
  }
}

@Suite("A group has a safe directory name")
struct AppGroupTests {
  @Test(
    "every character but letters, digits, _ and - is escaped",
    arguments: [
      ("default", "g-default"), ("group.com.example", "g-group%2Ecom%2Eexample"),
      ("..", "g-%2E%2E"), ("/etc", "g-%2Fetc"), ("a\nb\0", "g-a%0Ab%00"), ("A_b-9", "g-A_b-9"),
      ("%2E", "g-%252E"), ("\u{E9}", "g-%C3%A9"), ("e\u{301}", "g-e%CC%81"),
      (String(repeating: "x", count: 118), "g-" + String(repeating: "x", count: 118)),
      (
        String(repeating: "x", count: 119),
        "h-" + SHA256.hex(String(repeating: "x", count: 119).utf8)
      ),
    ])
  func names(name: String, directory: String) throws {
    let group = try AppGroupName(name)

    #expect(group.directoryName == directory)
    #expect(group.directoryName.utf8.count <= 120)
  }

  @Test("similar names are distinct groups")
  func twins() throws {
    let names = [
      "\u{E9}", "e\u{301}", "a", "A", "%2E", ".", String(repeating: ".", count: 60),
      String(repeating: ".", count: 61),
    ]

    let groups = try names.map { try AppGroupName($0) }

    #expect(Set(groups).count == names.count)
    #expect(Set(groups.map(\.directoryName)).count == names.count)
  }

  @Test("an empty name and a name over 1 KiB are rejected")
  func limits() throws {
    #expect(throws: AppGroupFailure.empty) { try AppGroupName("") }
    #expect(throws: Never.self) { try AppGroupName(String(repeating: "x", count: 1024)) }
    #expect(throws: AppGroupFailure.tooLong) {
      try AppGroupName(String(repeating: "x", count: 1025))
    }
    #expect(try AppGroupName("default") == .default)
  }
}

@Suite("The name of a file system")
struct FileSystemNameTests {
  @Test(
    "is that of the mount with the device of the file",
    arguments: [
      (0x10301, "ext4"), (0x2C, "nfs4"), (0x2D, nil), (0x2E, nil), (0x1000_002E, "fuse.sshfs"),
    ] as [(UInt64, String?)])
  func find(device: UInt64, name: String?) {
    let mounts = """
      29 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw
      36 29 0:44 /a\\040-\\040b /mnt/n rw,relatime - nfs4 server:/a rw
      40 29 0:45 / /broken rw -
      41 29 0:65582 / /mnt/s rw - fuse.sshfs ann@host: rw
      """

    #expect(
      FileSystemName.find(device: FileSystemName.number(of: device), mounts: mounts) == name)
  }

  @Test("is found for a directory of this machine")
  func thisMachine() throws {
    let data = try DataDirectory.open(TemporaryDirectory().path)

    #expect(FileSystemName.of(data.directory.descriptor) != nil)
  }

  @Test(
    "shows whether the data is stored by this machine",
    arguments: [
      ("ext4", false), ("xfs", false), ("btrfs", false), ("tmpfs", false), ("overlay", false),
      ("fuseblk", false), ("fuse.fuse-overlayfs", false), ("fuse.mergerfs", false),
      ("nfs", true), ("nfs4", true), ("cifs", true), ("smb3", true), ("afs", true), ("9p", true),
      ("ceph", true), ("virtiofs", true), ("glusterfs", true), ("ocfs2", true), ("lustre", true),
      ("fuse.sshfs", true), ("fuse.glusterfs", true), ("fuse.s3fs", true), ("fuse", true),
      ("fuse.unknown", true),
    ])
  func remote(kind: String, isRemote: Bool) {
    #expect(FileSystemName.isRemote(kind) == isRemote)
  }
}
