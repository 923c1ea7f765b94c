import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the units that `service install` writes, and of their acceptance by systemd and the program.
@Suite(.timeLimit(.minutes(10))) struct ServiceInstallTests {
  private let place = TemporaryDirectory()

  private func install(
    _ arguments: [String] = [], action: String = "install"
  ) async throws -> (ServiceProcess.Ending, String, String) {
    let process = try ServiceProcess(
      ["service", action, "--output", place.path + "/units"] + arguments, in: place,
      log: WireLog(nil))
    let ending = try await process.waitForExit()
    try await process.stdio.waitForEnd()
    return (ending, String(decoding: process.stdio.bytes, as: UTF8.self), process.errorText)
  }

  private func unit(_ kind: String) throws -> String {
    try String(contentsOfFile: "\(place.path)/units/altcraft-bridge.\(kind)", encoding: .utf8)
  }

  /// Returns the values of an option, in their order.
  private func values(_ name: String, in unit: String) -> [String] {
    unit.split(separator: "\n").filter { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  @Test("units are written once, kept if equal, and not replaced if they were changed")
  func writes() async throws {
    let first = try await install(["--user"])
    #expect(first.0 == .exited(0))
    #expect(first.1.hasPrefix("wrote: ") && first.1.contains("systemctl --user daemon-reload"))
    let written = try unit("service")
    #expect(values("ExecStart", in: written) == [builtProductPath() + " serve"])
    var status = stat()
    #expect(stat(place.path + "/units/altcraft-bridge.socket", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644)

    #expect(try await install(["--user"]).1.hasPrefix("unchanged: "))

    try Data((written + "# mine\n").utf8).write(
      to: URL(fileURLWithPath: place.path + "/units/altcraft-bridge.service"))
    unlink(place.path + "/units/altcraft-bridge.socket")
    let refused = try await install(["--user"])
    #expect(refused.0 == .exited(1) && refused.2.contains("--force"))
    #expect(try unit("service").hasSuffix("# mine\n"))
    #expect(access(place.path + "/units/altcraft-bridge.socket", F_OK) != 0, "all or nothing")

    #expect(try await install(["--user", "--force"]).0 == .exited(0))
    #expect(try unit("service") == written)
  }

  @Test("status says which units are installed, and uninstall removes them, but no modified one")
  func removes() async throws {
    let socket = place.path + "/units/altcraft-bridge.socket"
    let before = try await install(["--user"], action: "status")
    #expect(before.0 == .exited(1) && before.1.contains("not installed: \(socket)\n"))
    #expect(try await install(["--user"]).0 == .exited(0))
    let installed = try await install(["--user"], action: "status")
    #expect(installed.0 == .exited(0) && installed.1.contains("\ninstalled: \(socket)\n"))

    let written = try unit("socket")
    try Data((written + "# mine\n").utf8).write(to: URL(fileURLWithPath: socket))
    #expect(try await install(["--user"], action: "status").1.contains("modified: \(socket)\n"))
    let refused = try await install(["--user"], action: "uninstall")
    #expect(refused.0 == .exited(1) && refused.2.contains("remove it with --force"))
    #expect(try unit("service") != "", "all or nothing")

    let removed = try await install(["--user", "--force"], action: "uninstall")
    #expect(removed.0 == .exited(0) && removed.1.contains("removed: \(socket)\n"))
    #expect(access(socket, F_OK) != 0)
    #expect(try await install(["--user"], action: "uninstall").0 == .exited(0), "again")
  }

  @Test("uninstall also removes the links of systemctl enable, and no other file")
  func removesLinks() async throws {
    #expect(try await install().0 == .exited(0))
    let links = ["multi-user.target.wants/altcraft-bridge.service"].map {
      place.path + "/units/" + $0
    }
    let other = place.path + "/units/sockets.target.wants/altcraft-bridge.socket"
    for path in links + [other] {
      mkdir(URL(fileURLWithPath: path).deletingLastPathComponent().path, 0o755)
    }
    for link in links {
      #expect(symlink(place.path + "/units/altcraft-bridge.service", link) == 0)
    }
    try Data().write(to: URL(fileURLWithPath: other))

    let removed = try await install([], action: "uninstall")

    var status = stat()
    for link in links {
      #expect(removed.1.contains("removed: \(link)\n") && lstat(link, &status) != 0)
    }
    #expect(access(other, F_OK) == 0)
  }

  @Test("status shows the state that the service manager reports, if systemctl is there")
  func managerStates() async throws {
    let tools = place.path + "/tools"
    mkdir(tools, 0o755)
    let script =
      "#!/bin/sh\n[ \"$*\" = 'is-active altcraft-bridge.service altcraft-bridge.socket' ] "
      + "&& echo active && echo inactive\nexit 3\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: tools + "/systemctl"))
    chmod(tools + "/systemctl", 0o755)
    func status(_ path: String) throws -> FinishedCommand {
      try FinishedCommand(
        builtProduct("altcraft-bridge"), ["service", "status", "--output", place.path],
        environment: ["PATH": path])
    }

    #expect(
      try status(tools).output.contains(
        "\naltcraft-bridge.service: active\naltcraft-bridge.socket: inactive\n"))
    let without = try status(place.path)
    #expect(!without.output.contains("altcraft-bridge.service: ") && without.errors == "")
  }

  @Test("units for a group give it the socket; status and uninstall recognise them")
  func group() async throws {
    let options = ["--socket-group", "app", "--socket-mode", "0660"]
    #expect(try await install(options).0 == .exited(0))
    let (service, socket) = (try unit("service"), try unit("socket"))

    #expect(values("SocketGroup", in: socket) == ["app"])
    #expect(values("SocketMode", in: socket) == ["0660"])
    #expect(values("Environment", in: service).contains("ALTCRAFT_BRIDGE_SOCKET_GROUP=app"))
    #expect(try await install(action: "status").1.contains("\ninstalled: "))
    #expect(try await install(["--user"] + options).0 == .exited(64))
    #expect(try await install(action: "uninstall").0 == .exited(0))
  }

  /// Returns the path with its symbolic links resolved, as the program sees itself.
  private func builtProductPath() -> String {
    URL(fileURLWithPath: builtProduct("altcraft-bridge")).resolvingSymlinksInPath().path
  }

  @Test("an unwritable directory is reported")
  func unwritable() async throws {
    try Data().write(to: URL(fileURLWithPath: place.path + "/units"))
    let (ending, output, errors) = try await install()
    #expect(ending == .exited(78) && output.isEmpty && errors.contains("not a directory"))
  }

  @Test("systemd reports no errors in them", arguments: [false, true])
  func verified(isOfUser: Bool) async throws {
    guard access("/usr/bin/systemd-analyze", X_OK) == 0 else {
      print("SKIPPED: there is no systemd-analyze")
      return
    }
    #expect(try await install(isOfUser ? ["--user"] : []).0 == .exited(0))
    let files = ["service", "socket"].map { "\(place.path)/units/altcraft-bridge.\($0)" }

    let found = try analyze(["verify", "--man=no"] + (isOfUser ? ["--user"] : []) + files)

    #expect(found.status == 0 && found.text.isEmpty, "\(found.text)")
  }

  @Test("a system service has little exposure")
  func exposure() async throws {
    guard access("/usr/bin/systemd-analyze", X_OK) == 0 else {
      print("SKIPPED: there is no systemd-analyze")
      return
    }
    #expect(try await install().0 == .exited(0))

    // The threshold is in tenths. The remaining exposure is the network, which the service needs, and the
    // namespace of users.
    let found = try analyze(
      [
        "security", "--offline=true", "--threshold=20",
        place.path + "/units/altcraft-bridge.service",
      ])

    #expect(found.status == 0, "\(found.text.suffix(200))")
  }

  private func analyze(_ arguments: [String]) throws -> FinishedCommand {
    try FinishedCommand(
      "/usr/bin/systemd-analyze", arguments,
      environment: ["HOME": place.path, "XDG_RUNTIME_DIR": place.path])
  }

  @Test(
    "delivery by TLS and serving do nothing that the unit forbids",
    .disabled(
      if: skipping(
        "hardening",
        unless: run("strace", "-V") && run("systemd-analyze", "--version")
          && Authority.canBeTrusted, "needs strace, systemd and a mount namespace")))
  func allowed() async throws {
    #expect(try await install().0 == .exited(0))
    let unit = try unit("service")
    let calls = try systemCalls(values("SystemCallFilter", in: unit))
    let families = values("RestrictAddressFamilies", in: unit)
      .flatMap { $0.split(separator: " ").map(String.init) }
    #expect(values("MemoryDenyWriteExecute", in: unit) == ["yes"])

    let trace = try await traceOfDelivery()

    let made = Set(trace.matches(of: /(?m)^\d+ +(\w+)\(/).map { String($0.output.1) })
    #expect(made.count > 40 && made.subtracting(calls) == [])
    let used = Set(
      trace.matches(of: /(?m)^\d+ +socket(?:pair)?\((AF_\w+)/).map { String($0.output.1) })
    #expect(used.isSuperset(of: ["AF_UNIX", "AF_INET"]) && used.subtracting(families) == [])
    // As in systemd.exec(5): memory is never both writable and executable, and writable memory never becomes
    // executable.
    #expect(!trace.contains(/(?m)^\d+ +mmap\(.*PROT_WRITE\|PROT_EXEC/))
    #expect(!trace.contains(/(?m)^\d+ +(?:pkey_)?mprotect\(.*PROT_EXEC/))
  }

  /// Returns the names that a filter allows, with its groups expanded.
  private func systemCalls(_ filter: [String]) throws -> Set<String> {
    var groups: [String: Set<String>] = [:]
    var group = ""
    for line in try analyze(["syscall-filter"]).output.split(separator: "\n") {
      let name = String(line.drop { $0 == " " })
      if line.hasPrefix("@") { group = name } else { groups[group, default: []].insert(name) }
    }
    func members(_ name: String) -> Set<String> {
      guard name.hasPrefix("@") else { return [name] }
      return (groups[name] ?? []).reduce(into: []) { $0.formUnion(members($1)) }
    }
    return filter.reduce(into: members("@default")) { allowed, name in
      if name.hasPrefix("~") {
        allowed.subtract(members(String(name.dropFirst())).subtracting(members("@default")))
      } else {
        allowed.formUnion(members(name))
      }
    }
  }

  /// Returns the system calls of a bridge that serves two transports and delivers by TLS, and of its delivery
  /// process.
  private func traceOfDelivery() async throws -> String {
    let authority = try #require(Authority.ofTests)
    let server = try SecureServer(.good, of: authority)
    let trace = place.path + "/trace"
    let script = #"mount --bind "$1" "$2" && shift 2 && exec strace -D -f -qq -o "$0" "$@""#
    let bridge = try ServiceProcess(
      [
        "-rm", "sh", "-c", script, trace, authority.certificate, Authority.systemStore,
        builtProduct("altcraft-bridge"), "serve", "--stdio", "--listen", "127.0.0.1:0",
        "--data-dir", ServiceProcess.dataDirectory(in: place),
      ], in: place, program: "/usr/bin/unshare")
    try await bridge.ready()
    let url = "https://127.0.0.1:\(server.port)"
    try await bridge.stdio.call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r"]])
    let host = try await bridge.connectTCP()
    let answer = try await host.call(
      "mobileEvent", ["sid": "p", "eventName": "e", "wait": "outcome"])
    #expect(answer["outcome"]?.state == "delivered")
    try await stop(bridge)
    return try String(contentsOfFile: trace, encoding: .utf8)
  }

  @Test(
    "started as in the units, it serves the socket, stores data in their directory, and reloads")
  func played() async throws {
    #expect(try await install().0 == .exited(0))
    let (service, socket) = (try unit("service"), try unit("socket"))
    // The values that systemd substitutes.
    func expanded(_ text: String) -> String {
      text.replacing("%S", with: place.path + "/state").replacing("%t", with: place.path + "/run")
    }
    let mode = mode_t(values("SocketMode", in: socket).first ?? "", radix: 8)
    let directoryMode = mode_t(values("DirectoryMode", in: socket).first ?? "", radix: 8)
    let path = expanded(try #require(values("ListenStream", in: socket).first))
    mkdir(place.path + "/run", 0o700)
    mkdir(place.path + "/run/altcraft-bridge", try #require(directoryMode))
    mkdir(place.path + "/state", 0o700)
    let listening = try ServiceSocket(unix: path, mode: try #require(mode))
    let manager = try ServiceSocket(notifications: place.path + "/n")
    var environment = [
      "NOTIFY_SOCKET": place.path + "/n", "LISTEN_FDS": "1", "WATCHDOG_USEC": "60000000",
    ]
    for assignment in values("Environment", in: service) {
      let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
      environment[parts[0]] = expanded(parts[1])
    }
    let command = try #require(values("ExecStart", in: service).first)

    let bridge = try ServiceProcess(
      ["-c", "umask \(values("UMask", in: service)[0]); LISTEN_PID=$$ exec \(command)"], in: place,
      program: "/bin/sh", environment: environment, descriptors: [listening.number])

    try manager.datagram { $0.hasPrefix("READY=1") }
    let host = try WireConnection(unix: path, .lines, bridge.log)
    let info = try await host.call("bridge.info")
    #expect(info["dataDir"] == .string(place.path + "/state/altcraft-bridge"))
    #expect(info["transports"] == [.string("unix:" + path)])
    bridge.send(signal: SIGHUP)
    try manager.datagram { $0.hasPrefix("RELOADING=1") }
    try manager.datagram { $0 == "READY=1" }
    #expect(try await host.call("bridge.ping") == "pong")
    bridge.send(signal: SIGTERM)
    #expect(try await bridge.waitForExit() == .exited(0))
    expectTidy(bridge)
  }
}
