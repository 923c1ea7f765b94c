import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import System
import TestSupport
import Testing

/// A listing of everything below a directory: the type, mode and content of each entry.
struct Snapshot: Equatable {
  struct Entry: Equatable {
    let mode: mode_t
    let modified: [Int]
    let content: Data?
  }

  let entries: [String: Entry]

  init(of path: String, without excluded: Set<String> = []) throws {
    var entries: [String: Entry] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) + ["."]
    where !excluded.contains(name) {
      let full = path + "/" + name
      var status = stat()
      guard lstat(full, &status) == 0 else { continue }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      entries[name] = Entry(
        mode: status.st_mode, modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec],
        content: isFile ? FileManager.default.contents(atPath: full) : nil)
    }
    self.entries = entries
  }
}

/// Tests of the files that the service leaves, their access rights, and the links that it does not follow.
@Suite(.timeLimit(.minutes(10))) struct FilesTests {
  /// Uses every feature that creates files.
  private func use(_ bridge: ServiceProcess, _ url: String) async throws {
    let host = bridge.stdio
    try await host.storeToken(url)
    try await host.call("setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": 1])
    try await host.call("pushSubscribe", ["wait": "outcome"])
    try await host.call("setAppGroup", ["groupName": "../other"])
    try await host.storeToken(url)
    try await host.call("mobileEvent", ["sid": "p", "eventName": "e"])
    try await host.call("clear")
    try await host.storeToken(url)
  }

  @Test("with any umask all files are readable by this user only")
  func modes() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let bridge = try ServiceProcess(
      [
        "-c", #"umask 000; exec "$0" "$@""#, builtProduct("altcraft-bridge"), "serve", "--stdio",
        "--data-dir", place.path + "/state/bridge", "--socket", place.path + "/run/deep/s",
        "--listen", "127.0.0.1:0", "--limit", "segmentBytes=65536",
      ], in: place, program: "/bin/sh")
    try await bridge.ready()
    try await use(bridge, url)

    var kinds: [mode_t: Int] = [:]
    let all = try Snapshot(of: place.path)
    for (name, entry) in all.entries where name != "." {
      let kind = entry.mode & S_IFMT
      kinds[kind, default: 0] += 1
      #expect(entry.mode & 0o7777 == (kind == S_IFDIR ? 0o700 : 0o600), "\(name)")
    }
    #expect(kinds[S_IFDIR] ?? 0 >= 6 && kinds[S_IFREG] ?? 0 >= 6 && kinds[S_IFSOCK] == 1)
    let umask = try String(contentsOfFile: "/proc/\(bridge.pid)/status", encoding: .utf8)
    #expect(umask.contains("Umask:\t0077"))
    bridge.send(signal: SIGKILL)
    try await bridge.waitForExit()
  }

  static let planted = [
    "lock", "rpc.token", "rpc.token.new", "g-default", "g-default/config.json",
    "g-default/config.json.new", "g-default/0000000000000001.log", "g-default/1.tmp",
    "g-default/2.tmp", "g-default/quarantine",
  ]

  @Test("a link planted under any name in the data directory is not followed", arguments: planted)
  func links(_ name: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: place)
    let (file, folder) = (place.path + "/file", place.path + "/folder")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    for path in [folder, data] { try #require(mkdir(path, 0o700) == 0) }
    if name.contains("/") { try #require(mkdir(data + "/g-default", 0o700) == 0) }
    let isFolder = ["g-default", "g-default/quarantine"].contains(name)
    try #require(symlink(isFolder ? folder : file, data + "/" + name) == 0)

    let bridge = try ServiceProcess(
      serving: ["--stdio", "--listen", "127.0.0.1:0"], in: place, log: WireLog(nil))
    // The service refuses to start, or refuses some calls, or the link is replaced or not needed.
    if (try? await bridge.ready()) != nil {
      for (method, parameters) in [
        ("initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r"]]),
        ("setPushToken", ["provider": "ios-firebase", "pushToken": "t"]), ("pushSubscribe", [:]),
        ("clear", [:]),
      ] as [(String, JSON)] {
        do { try await bridge.stdio.call(method, parameters) } catch is WireConnection.Refused {}
      }
      bridge.stdio.endOutput()
      #expect(try await bridge.waitForExit() == .exited(0), "\(bridge.errorText)")
    } else {
      #expect(try await bridge.waitForExit() == .exited(78), "\(bridge.errorText)")
    }

    #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("a link in the place of the socket, or of its directory, is refused and not touched")
  func socketLinks() async throws {
    let place = TemporaryDirectory()
    let file = place.path + "/file"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    for path in ["/run", "/real"] { try #require(mkdir(place.path + path, 0o700) == 0) }
    try #require(symlink(file, place.path + "/run/s") == 0)
    try #require(symlink(place.path + "/real", place.path + "/linked") == 0)

    let reasons = [
      "/run/s": "/run/s exists and is not a socket",
      "/linked/s":
        "/linked: is a symbolic link; use its target, ",
    ]
    for (socket, reason) in reasons {
      let bridge = try ServiceProcess(serving: ["--socket", place.path + socket])
      #expect(try await bridge.waitForExit() == .exited(78))
      #expect(bridge.errorText.contains(place.path + reason), "\(bridge.errorText)")
    }
    #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/real") == [])
  }

  @Test("a link in the place of a directory is named as one, with what to use instead")
  func linkedDirectories() throws {
    let place = TemporaryDirectory()
    try #require(mkdir(place.path + "/real", 0o700) == 0)
    try #require(symlink(place.path + "/real", place.path + "/linked") == 0)
    try #require(symlink(place.path + "/none", place.path + "/broken") == 0)
    let target = try #require(File.target(of: place.path + "/real"))

    for (arguments, message) in [
      (
        ["--data-dir", place.path + "/linked"],
        "/linked: a symbolic link; use its target, \(target)\n"
      ),
      (["--data-dir", place.path + "/broken"], "/broken: a symbolic link that leads nowhere\n"),
      (
        ["--data-dir", place.path + "/d", "--socket", place.path + "/linked/s"],
        "/linked: is a symbolic link; use its target, \(target)\n"
      ),
    ] {
      let serve = try FinishedCommand(builtProduct("altcraft-bridge"), ["serve"] + arguments)
      #expect(serve.status == 78)
      #expect(serve.errors == "altcraft-bridge: \(place.path)\(message)")
    }
    let doctor = try FinishedCommand.bridge(
      "doctor", "--data-dir", place.path + "/d", "--socket", place.path + "/linked/s")
    #expect(
      doctor.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "problem socket \(place.path)/linked is a symbolic link -> use its target"))
  }

  @Test("a second process changes no byte, no mode and no time")
  func second() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
      try await bridge.stdio.call("notificationManager.setPermission", ["granted": false])
      try await bridge.stdio.call("pushSubscribe")
      let before = try Snapshot(of: place.path)

      for extra in [[], ["--app-group", "new"], ["--socket", place.path + "/run/t"]] {
        let second = try ServiceProcess(
          serving: ["--stdio", "--listen", "127.0.0.1:0"] + extra, in: place)
        #expect(try await second.waitForExit() == .exited(75))
        #expect(second.errorText.contains("process \(bridge.pid)"))
      }

      let after = try Snapshot(of: place.path)
      #expect(
        after == before, "\(after.entries.filter { before.entries[$0.key] != $0.value }.keys)")
      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    }
  }

  @Test("a log of a newer version stays unchanged to the byte")
  func newerFormat() async throws {
    let place = TemporaryDirectory()
    try await withBridge(in: place) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
      try await bridge.stdio.call("pushSubscribe")
    }
    let data = ServiceProcess.dataDirectory(in: place)
    let log = data + "/g-default/0000000000000001.log"
    var bytes = Array(try #require(FileManager.default.contents(atPath: log)))
    // The oldest version that may read the segment, covered by the header's checksum.
    bytes[10] = 9
    let sum = Self.crc32c(bytes[..<56])
    for index in 0..<4 { bytes[56 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
    try Data(bytes).write(to: URL(fileURLWithPath: log))
    // The holder of the directory is recorded in `lock` before anything is read.
    let before = try Snapshot(of: data, without: ["lock", "."])

    for _ in 0..<2 {
      let bridge = try ServiceProcess(serving: ["--stdio", "--listen", "127.0.0.1:0"], in: place)
      #expect(try await bridge.waitForExit() == .exited(78))
      #expect(bridge.errorText.contains("newer version"))
    }

    #expect(try Snapshot(of: data, without: ["lock", "."]) == before)
  }

  @Test(
    "a directory on a network file system is refused",
    .enabled(
      if: geteuid() == 0 && run("unshare", "-m", "true"), "mounts are needed to play one"))
  func network() async throws {
    let place = TemporaryDirectory()
    // Make a mount, and a table of mounts that shows it with that kind of file system.
    let script = """
      mount --make-rprivate / && mkdir -m 700 "$1" && mount -t tmpfs none "$1" && chmod 700 "$1" &&
      sed "s# - tmpfs none # - $2 server:/x #" /proc/self/mountinfo > "$1.mounts" &&
      mount --bind "$1.mounts" /proc/$$/mountinfo && exec "$0" serve --data-dir "$1"
      """
    for (kind, ending) in [
      ("nfs4", 78), ("cifs", 78), ("ceph", 78), ("9p", 78), ("fuse.sshfs", 78), ("ext4", 0),
      ("fuse.fuse-overlayfs", 0),
    ] as [(String, Int32)] {
      let data = place.path + "/" + kind
      let bridge = try ServiceProcess(
        ["-m", "/bin/sh", "-c", script, builtProduct("altcraft-bridge"), data, kind],
        program: "/usr/bin/unshare")
      bridge.stdio.endOutput()
      #expect(try await bridge.waitForExit() == .exited(ending), "\(kind): \(bridge.errorText)")
      #expect(ending == 0 || bridge.errorText.contains("network file system"))
    }
  }

  static func crc32c(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
    return ~sum
  }
}
