import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the commands on a real terminal, as a person uses them, and in a pipe, as a script does.
@Suite struct TerminalTests {
  @Test("a result is pretty and coloured on a terminal, and one line of JSON in a pipe")
  func result() throws {
    let directory = TemporaryDirectory()
    let data = directory.path + "/data"

    let piped = try FinishedCommand.bridge("call", "bridge.info", "--data-dir", data)
    let shown = try FinishedCommand.onTerminal("call", "bridge.info", "--data-dir", data)
    let bare = try FinishedCommand.onTerminal(
      "call", "bridge.info", "--data-dir", data, environment: ["NO_COLOR": "1"])
    let dumb = try FinishedCommand.onTerminal(
      "call", "bridge.info", "--data-dir", data, environment: ["TERM": "dumb"])

    #expect(piped.output.split(separator: "\n").count == 1)
    #expect(try JSONParser.parse(Array(piped.output.utf8)).value["dataDir"] == .string(data))
    #expect(shown.output.hasPrefix("{\r\n  \u{1b}[34m\"name\"\u{1b}[0m: \u{1b}[32m"))
    #expect(bare.output.hasPrefix("{\r\n  \"name\": \"altcraft-bridge\",\r\n"))
    #expect(!bare.output.contains("\u{1b}") && !dumb.output.contains("\u{1b}"))
  }

  @Test("a field is printed as it is, and standard input is read as the parameters")
  func fieldAndInput() throws {
    let directory = TemporaryDirectory()
    let data = directory.path + "/data"

    let checked = try FinishedCommand.bridge(
      "call", "bridge.check", "-", "--data-dir", data,
      input: #"{"method": "bridge.ping"}"# + "\n")
    let name = try FinishedCommand.bridge(
      "call", "bridge.info", "--field", "name", "--data-dir", data)
    let missing = try FinishedCommand.bridge(
      "call", "bridge.info", "--field", "nam", "--data-dir", data)

    #expect(checked.output == "true\n" && checked.status == 0)
    #expect(name.output == "altcraft-bridge\n")
    #expect(missing.status == 1 && missing.output == "")
    #expect(
      missing.errors.hasPrefix(
        "altcraft-bridge: --field nam: the result has no member nam; it has "))
  }

  @Test("a refused call has status 1, with the error object for a program and advice for a person")
  func refused() throws {
    let directory = TemporaryDirectory()
    let data = directory.path + "/data"

    let piped = try FinishedCommand.bridge("call", "mobilEvent", "--data-dir", data)
    let shown = try FinishedCommand.onTerminal("call", "mobilEvent", "--data-dir", data)

    #expect(piped.status == 1 && piped.output == "")
    #expect(try JSONParser.parse(Array(piped.errors.utf8)).value["code"] == -32601)
    let verbose = try FinishedCommand.onTerminal(
      "call", "mobilEvent", "--data-dir", data, "--verbose")
    #expect(shown.status == 1)
    #expect(shown.output.hasPrefix("altcraft-bridge: "))
    #expect(shown.output.hasSuffix("; did you mean mobileEvent? (-32601 methodNotFound)\r\n"))
    #expect(verbose.output.contains("\"suggestions\""))
  }

  @Test("if no bridge answers, the error explains how to start one")
  func noBridge() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/no.sock"

    let socket = try FinishedCommand.bridge("call", "bridge.ping", "--socket", path)
    let port = try FinishedCommand.bridge("events", "--connect", "127.0.0.1:1")

    #expect(socket.status == 69 && port.status == 69)
    #expect(
      socket.errors == "altcraft-bridge: cannot connect to \(path): no such file or directory; "
        + "start a bridge there with 'altcraft-bridge serve --socket \(path)'\n")
    #expect(
      port.errors == "altcraft-bridge: cannot connect to 127.0.0.1:1: connection refused; "
        + "start a bridge there with 'altcraft-bridge serve --listen 127.0.0.1:1'\n")
  }

  @Test(
    "without an address, the bridge at a usual socket is found, or there is none",
    arguments: ["call bridge.ping", "status", "top", "events", "endpoint"])
  func usualPlaces(_ line: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/altcraft-bridge/rpc.sock"

    let none = try FinishedCommand(
      builtProduct("altcraft-bridge"), line.split(separator: " ").map(String.init),
      environment: ["XDG_RUNTIME_DIR": directory.path])

    #expect(none.status == 69 && none.output == "")
    #expect(
      none.errors == "altcraft-bridge: no bridge is running: nothing listens at \(path) or "
        + "/run/altcraft-bridge/rpc.sock; start one with 'altcraft-bridge serve --socket \(path)'\n"
    )
  }

  @Test("the commands find a running bridge, and say on a terminal which one")
  func running() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/altcraft-bridge/rpc.sock"
    let environment = ["XDG_RUNTIME_DIR": directory.path, "NO_COLOR": "1"]
    // It waits for the bridge that starts now.
    let waiting = try RunningCommand.bridge(
      "call", "bridge.ping", "--wait", "60", "--socket", path)
    try await withBridge(["--stdio", "--socket", path], in: directory) { _ in
      let shown = try FinishedCommand.onTerminal("call", "bridge.ping", environment: environment)
      let status = try FinishedCommand.bridge("status", environment: environment)
      let json = try FinishedCommand.bridge(
        "status", "--format", "json", environment: environment)
      let endpoint = try FinishedCommand.bridge(
        "endpoint", environment: ["ALTCRAFT_BRIDGE_SOCKET": path])
      let push = try FinishedCommand.bridge(
        "push", "fcmV1IOS", "title=Sale", "--to", environment: environment)
      let top = try RunningCommand.bridge("top", "--format", "json", "--socket", path)
      defer { top.end() }

      #expect(await waiting.ending == 0)
      #expect(waiting.output == "\"pong\"\n")
      #expect(shown.output == "altcraft-bridge: the bridge at \(path)\r\n\"pong\"\r\n")
      #expect(status.output.split(separator: "\n").count == 10 && status.errors == "")
      #expect(status.output.contains("platform   not configured\n"))
      #expect(try JSONParser.parse(Array(json.output.utf8)).value["info"]?["pid"] != nil)
      #expect(endpoint.output == "socket     \(path)\n")
      #expect(try JSONParser.parse(Array(push.output.utf8)).value["title"] == "Sale")
      try await eventually("a second line has rates") {
        top.output.contains("\"rates\":{\"calls\"")
      }
      top.interrupt()
      #expect(await top.ending == 0)
    }
  }

  @Test("status and top fit a terminal of 80 columns, and top does not count its own calls")
  func width() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/s"
    let long = directory.path + "/" + String(repeating: "x", count: 80)
    try await withBridge(["--stdio", "--socket", socket, "--record", long], in: directory) {
      bridge in
      let url = "http://127.0.0.1:1/" + String(repeating: "x", count: 80)
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r"]])
      try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      let status = try FinishedCommand.onTerminal(
        "status", "--socket", socket, environment: ["NO_COLOR": "1"])
      let top = try RunningCommand.onTerminal("top", "--socket", socket)
      defer { top.end() }
      try await eventually("top shows rates") { top.output.contains(" calls, ") }
      top.type("\u{03}")
      #expect(await top.ending == 0)

      let shown = top.output.replacing(/\u{1b}\[[0-9]*[A-Za-z]/, with: "")
      for text in [status.output, shown] {
        #expect(text.contains("…"))
        for line in text.split(separator: "\r\n") { #expect(line.count <= 80, "\(line)") }
      }
      #expect(shown.contains("per second 0 calls, 0 accepted, "))
    }
  }

  @Test("a command is run for each event, in order; the position is kept in a file")
  func exec() async throws {
    let directory = TemporaryDirectory()
    let (socket, log) = (directory.path + "/run/s", directory.path + "/log")
    let cursor = directory.path + "/cursor"
    func events(_ command: String) throws -> RunningCommand {
      try RunningCommand.bridge(
        "events", "--since", "0", "--exec", command, "--cursor", cursor, "--socket", socket)
    }
    func logged() -> [Int?] {
      ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").map {
        (try? JSONParser.parse(Array($0.utf8)))?.value["seq"]?.intValue
      }
    }
    let configuration: JSON = ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]]
    try await withBridge(["--stdio", "--socket", socket], in: directory) { bridge in
      for _ in 1...3 { try await bridge.stdio.call("initialization", configuration) }

      let failing = try events("exit 3")
      #expect(await failing.ending == 1)
      let first = try events("cat >> \(log)")
      try await eventually("the first events are handled, and the position is stored") {
        let position = (try? String(contentsOfFile: cursor, encoding: .utf8)) ?? ""
        return logged().count >= 3 && position.hasSuffix("\"seq\":\(logged().count)}\n")
      }
      first.interrupt()
      #expect(await first.ending == 0)
      let handled = logged()
      try await bridge.stdio.call("initialization", configuration)
      let second = try events("cat >> \(log)")
      defer { second.end() }
      try await eventually("the next event is handled") { logged().count > handled.count }

      // None is missed, none comes twice, also after the failed command.
      let all = logged()
      #expect(all == (1...all.count).map { $0 })
    }
  }

  @Test("with a new cursor file, an event between two runs is handled by the second one")
  func newCursor() async throws {
    let directory = TemporaryDirectory()
    let (socket, log) = (directory.path + "/run/s", directory.path + "/log")
    let cursor = directory.path + "/cursor"
    let configuration: JSON = ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]]
    try await withBridge(["--stdio", "--socket", socket], in: directory) { bridge in
      try await bridge.stdio.call("initialization", configuration)
      let first = try RunningCommand.bridge(
        "events", "--exec", "cat >> \(log)", "--cursor", cursor, "--socket", socket)
      try await eventually("the start is stored") { access(cursor, F_OK) == 0 }
      first.interrupt()
      #expect(await first.ending == 0)

      try await bridge.stdio.call("initialization", configuration)
      let second = try RunningCommand.bridge(
        "events", "--exec", "cat >> \(log)", "--cursor", cursor, "--socket", socket)
      defer { second.end() }
      try await eventually("the event between them is handled") { access(log, F_OK) == 0 }
    }
  }

  @Test("a cursor file that cannot be written is reported before the first event")
  func unusableCursor() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/s"
    try await withBridge(["--stdio", "--socket", socket], in: directory) { _ in
      for path in ["/none/c", directory.path] {
        let events = try FinishedCommand.bridge("events", "--cursor", path, "--socket", socket)
        #expect(events.status == 1 && events.errors.contains("--cursor \(path)"), "\(path)")
      }
    }
  }

  @Test("events are a live tail on a terminal, JSON in a pipe, and an interrupt ends them cleanly")
  func events() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/s"
    try await withBridge(["--stdio", "--socket", socket], in: directory) { bridge in
      let terminal = try RunningCommand.onTerminal("events", "--since", "0", "--socket", socket)
      let pipe = try RunningCommand.bridge("events", "--since", "0", "--socket", socket)
      defer {
        terminal.end()
        pipe.end()
      }
      try await eventually("the terminal listens") {
        terminal.output.contains("listening; Ctrl-C stops it")
      }

      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try await eventually("both have it") {
        terminal.output.contains("configuration.installed") && pipe.output.contains("\n")
      }
      // The effect of Ctrl-C at a terminal.
      terminal.type("\u{03}")

      #expect(await terminal.ending == 0)
      #expect(terminal.output.contains("\u{1b}[32m200 configuration.installed"))
      pipe.interrupt()
      #expect(await pipe.ending == 0)
      #expect(try JSONParser.parse(Array(pipe.output.utf8)).value["code"] == 200)
    }
  }

  @Test("when the bridge disconnects, the tail reports it and fails: more events may have happened")
  func bridgeGone() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/s"
    let bridge = try ServiceProcess(serving: ["--socket", socket], in: directory)
    try await bridge.ready()
    let terminal = try RunningCommand.onTerminal("events", "--socket", socket)
    let pipe = try ServiceProcess(
      ["events", "--since", "0", "--socket", socket], in: directory, log: WireLog(nil))
    defer { terminal.end() }
    let host = try await bridge.connectUnix()
    try await host.call(
      "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
    try await eventually("both listen") {
      terminal.output.contains("listening; Ctrl-C stops it") && !pipe.stdio.messages.isEmpty
    }

    try await bridge.crash()

    #expect(await terminal.ending == 1)
    #expect(try await pipe.waitForExit() == .exited(1))
    #expect(pipe.errorText == "altcraft-bridge: the bridge closed the connection\n")
    try await eventually("it is said") {
      terminal.output.contains("altcraft-bridge: the bridge closed the connection\r\n")
    }
  }

  @Test("reading a long outbox shows its progress, on a terminal only")
  func progress() async throws {
    let directory = TemporaryDirectory()
    try await fillOutbox(in: directory)
    let data = directory.path + "/data"

    let shown = try FinishedCommand.onTerminal("outbox", "verify", data)
    let piped = try FinishedCommand.bridge("outbox", "verify", data)
    // The end of the terminal's input ends the command.
    let served = try FinishedCommand.onTerminal("serve", "--stdio", "--data-dir", data)

    #expect(shown.output.contains("\r\u{1b}[Kreading the outbox: "))
    #expect(shown.output.contains("\r\u{1b}[K{\"ok\":true,"))
    #expect(piped.errors == "" && piped.output.hasPrefix("{\"ok\":true,"))
    #expect(served.output.contains("\r\u{1b}[Kreading the outbox: "))
    #expect(served.output.contains("\r\u{1b}[K{\"ready\":true,") && served.status == 0)
  }

  @Test("a group name from a host cannot control the terminal that lists the outbox")
  func hostileNames() async throws {
    let directory = TemporaryDirectory()
    let name = "a\u{9b}31m\u{7f}\u{202e}b"
    try await withBridge(["--app-group", name], in: directory) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      try await stop(bridge)
    }
    let data = ServiceProcess.dataDirectory(in: directory)

    let piped = try FinishedCommand.bridge("outbox", "list", data)
    let shown = try FinishedCommand.onTerminal("outbox", "list", data)

    #expect(piped.output.contains(name))
    #expect(shown.output.contains(#"a\u009b31m\u007f\u202eb"#))
  }
}
