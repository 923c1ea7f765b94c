import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that another user of the machine can do nothing without the token. They need root, to act as another
/// user.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(
    if: geteuid() == 0 && access("/usr/bin/perl", X_OK) == 0, "only root can be another user"))
struct OtherUserTests {
  /// Sends `text` to `target` as user 65534, and returns the received text until the end. `target` is a port
  /// or the path of a socket, and the first of `groups` the primary group.
  private func asNobody(
    _ target: String, say text: String, groups: String = "65534 65534"
  ) async throws -> String {
    let script = """
      use IO::Socket::INET; use IO::Socket::UNIX; use POSIX;
      $) = $ARGV[2]; POSIX::setgid((split / /, $ARGV[2])[0]); POSIX::setuid(65534);
      $SIG{ALRM} = sub { print "STILL OPEN"; exit 0 }; alarm 15; $SIG{PIPE} = 'IGNORE';
      my ($target, $text) = @ARGV;
      my $s = $target =~ m{^/} ? IO::Socket::UNIX->new(Peer => $target)
        : IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $target);
      unless ($s) { print "REFUSED"; exit 0 }
      print $s $text; $s->flush; shutdown($s, 1);
      my $all = ''; while (sysread($s, my $part, 65536)) { $all .= $part }
      print $all; print "END";
      """
    let client = try ServiceProcess(
      ["-e", script, target, text, groups], program: "/usr/bin/perl", log: WireLog(nil))
    #expect(try await client.waitForExit() == .exited(0), "\(client.errorText)")
    try await client.stdio.waitForEnd()
    return String(decoding: client.stdio.bytes, as: UTF8.self)
  }

  private let shutdown = #"{"jsonrpc":"2.0","id":1,"method":"bridge.shutdown"}"# + "\n"
  private let ping = #"{"jsonrpc":"2.0","id":2,"method":"bridge.ping"}"# + "\n"

  private func login(_ token: String) -> String {
    #"{"jsonrpc":"2.0","id":3,"method":"bridge.authenticate","params":{"token":"\#(token)"}}"#
      + "\n"
  }

  @Test("the Unix socket is closed to other users, even in an open directory")
  func unixSocket() async throws {
    let place = TemporaryDirectory()
    let socket = place.path + "/run/s"
    try await withBridge(["--socket", socket], in: place) { bridge in
      #expect(try await asNobody(socket, say: shutdown) == "REFUSED")

      // The file modes no longer protect the socket; the kernel's report of the peer's user still does.
      for (path, mode) in [(place.path, 0o755), (place.path + "/run", 0o755), (socket, 0o666)] {
        try #require(chmod(path, mode_t(mode)) == 0)
      }
      #expect(try await asNobody(socket, say: shutdown) == "END")
      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    }
  }

  @Test("with --socket-group the processes of the group are served too, and no others")
  func group() async throws {
    let place = TemporaryDirectory()
    let socket = place.path + "/run/s"
    try #require(chmod(place.path, 0o755) == 0)
    try await withBridge(["--socket", socket, "--socket-group", "4242"], in: place) { bridge in
      var (file, directory) = (stat(), stat())
      #expect(stat(socket, &file) == 0 && stat(place.path + "/run", &directory) == 0)
      #expect(file.st_mode & 0o777 == 0o660 && file.st_gid == 4242)
      #expect(directory.st_mode & 0o777 == 0o750 && directory.st_gid == 4242)

      for groups in ["4242 4242", "65534 4242 77"] {
        let answer = try await asNobody(socket, say: ping, groups: groups)
        #expect(answer.contains("pong"), "\(groups)")
      }
      #expect(try await asNobody(socket, say: shutdown) == "REFUSED")
      // The file modes no longer protect the socket.
      for (path, mode) in [(place.path + "/run", 0o755), (socket, 0o666)] {
        try #require(chmod(path, mode_t(mode)) == 0)
      }
      #expect(try await asNobody(socket, say: shutdown, groups: "65534 77") == "END")
      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    }
  }

  @Test("a directory that the group cannot enter, and an unknown group, are reported at the start")
  func unusableGroup() async throws {
    let place = TemporaryDirectory()
    let bridge = ["serve", "--data-dir", place.path + "/d", "--socket", place.path + "/s"]
    func start(_ group: String) throws -> FinishedCommand {
      try FinishedCommand(
        builtProduct("altcraft-bridge"), bridge + ["--socket-group", group])
    }
    let closed = try start("4242")
    let unknown = try start("no-such-group")
    let none = try start("4294967295")

    #expect(closed.status == 78 && closed.errors.contains("cannot be entered by group 4242"))
    #expect(unknown.status == 78 && none.status == 78)
    #expect(none.errors.contains("/etc/group has no group 4294967295"))
    #expect(unknown.errors.contains("/etc/group has no group no-such-group; give its number"))
  }

  // The flag had no effect then, and nothing said so.
  @Test("a group without a Unix socket is refused with a sentence, also by doctor")
  func groupAlone() throws {
    let place = TemporaryDirectory()
    let arguments = ["--data-dir", place.path + "/d", "--socket-group", "4242"]
    for transport in [[], ["--listen", "127.0.0.1:0"], ["--websocket", "127.0.0.1:0"]] {
      let refused = try FinishedCommand(
        builtProduct("altcraft-bridge"), ["serve"] + arguments + transport)
      #expect(refused.status == 64)
      #expect(
        refused.errors
          == "altcraft-bridge: --socket-group: needs --socket, or a Unix socket of the service "
          + "manager; TCP and WebSocket have tokens instead\n")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path + "/d"))
    let doctor = try FinishedCommand(builtProduct("altcraft-bridge"), ["doctor"] + arguments)
    #expect(doctor.output.contains("there is no --socket that the group could use"))
  }

  @Test(
    "doctor checks the group of the socket",
    arguments: [
      ("4242", "4242: 4242"), ("root", "root: 0"),
      ("no-such-group", "/etc/group has no group no-such-group"),
    ])
  func doctor(group: String, finding: String) throws {
    let place = TemporaryDirectory()
    let doctor = try FinishedCommand(
      builtProduct("altcraft-bridge"),
      [
        "doctor", "--data-dir", place.path + "/d", "--socket", place.path + "/s", "--socket-group",
        group,
      ])

    #expect(doctor.output.contains(finding), "\(doctor.output)")
  }

  @Test(
    "over TCP another user has no access before the token, and none with a wrong one"
  )
  func tcp() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: place) { bridge in
      let port = try await bridge.endpoint("tcp:127.0.0.1:")
      let token = try String(contentsOfFile: bridge.dataDirectory + "/rpc.token", encoding: .utf8)

      let stranger = try await asNobody(port, say: shutdown + ping)
      #expect(stranger.contains("-32001") && stranger.hasSuffix("END"))
      #expect(!stranger.contains("pong") && !stranger.contains(#""id":2"#))
      // A second attempt on the same connection is refused.
      let wrong = String(repeating: "0", count: 64)
      let guesser = try await asNobody(port, say: login(wrong) + login(token) + ping)
      #expect(guesser.contains("-32001") && !guesser.contains("true") && !guesser.contains("pong"))
      for near in [String(token.dropLast()), token + "0", token.uppercased() + "!", ""] {
        #expect(try await !asNobody(port, say: login(near) + ping).contains("pong"))
      }
      // A batch counts as one attempt.
      let batch = "[" + login(wrong).dropLast() + "," + login(token).dropLast() + "]\n"
      #expect(try await !asNobody(port, say: batch + ping).contains("pong"))
      #expect(try await asNobody(port, say: "{nonsense\n" + login(token)) == "END")
      // With the token the connection has full access.
      let friend = try await asNobody(port, say: login(token) + ping)
      #expect(friend.contains("true") && friend.contains("pong"))
      #expect(try await bridge.connectTCP().call("bridge.ping") == "pong")
      for said in [stranger, guesser] { #expect(!said.contains(token)) }
    }
  }

  @Test(
    "it refuses to start as the user whose number stands for all unmapped users",
    .enabled(if: run("unshare", "-U", "--map-user=65534", "true"), "user namespaces are needed"))
  func overflowUser() async throws {
    let place = TemporaryDirectory()
    let bridge = try ServiceProcess(
      [
        "-U", "--map-user=65534", "--map-group=65534", builtProduct("altcraft-bridge"), "serve",
        "--stdio", "--listen", "127.0.0.1:0", "--data-dir",
        ServiceProcess.dataDirectory(in: place),
      ], in: place, program: "/usr/bin/unshare")
    defer { bridge.send(signal: SIGKILL) }

    #expect(try await bridge.waitForExit(within: .seconds(20)) == .exited(78))
    #expect(bridge.errorText.contains("user namespace"))
  }

  @Test("a process of an ordinary user is closed to debuggers, and still identifies its TCP peers")
  func notDumpable() async throws {
    let place = TemporaryDirectory()
    try #require(chmod(place.path, 0o755) == 0)
    let data = place.path + "/data"
    try #require(mkdir(data, 0o700) == 0 && chown(data, 65534, 65534) == 0)
    let bridge = try ServiceProcess(
      [
        "-e", "use POSIX; POSIX::setgid(65534); POSIX::setuid(65534); exec @ARGV",
        builtProduct("altcraft-bridge"), "serve", "--stdio", "--listen", "127.0.0.1:0",
        "--data-dir", data,
      ], in: place, program: "/usr/bin/perl")
    try await bridge.ready()
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await bridge.stdio.storeToken(url)
    try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])

    // The files of a process that can be dumped belong to its user; those of one that cannot, to root.
    var status = stat()
    #expect(stat("/proc/\(bridge.pid)/environ", &status) == 0 && status.st_uid == 0)
    let port = try await bridge.endpoint("tcp:127.0.0.1:")
    #expect(try await asNobody(port, say: ping).contains("pong"))
    #expect(try await bridge.connectTCP().refusal(of: "bridge.ping").code == -32001)
    bridge.stdio.endOutput()
    #expect(try await bridge.waitForExit() == .exited(0))
  }

  @Test("the directories contain nothing that another user can read")
  func files() async throws {
    let place = TemporaryDirectory()
    try await withBridge(["--socket", place.path + "/run/s"], in: place) { bridge in
      for path in [bridge.dataDirectory, place.path + "/run"] {
        chmod(place.path, 0o755)
        let program = "use POSIX; POSIX::setuid(65534); opendir(my $d, $ARGV[0]) ? exit 0 : exit 7"
        let process = try SpawnedProcess("/usr/bin/perl", ["-e", program, path])
        #expect(process.wait() == .exited(7), "\(path)")
      }
    }
  }
}
