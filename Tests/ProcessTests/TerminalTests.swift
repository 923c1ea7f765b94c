import JSONCodec
import TestSupport
import Testing

/// Tests of the commands on a real terminal, as a person uses them, and in a pipe, as a script does.
@Suite(.serialized) struct TerminalTests {
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
    #expect(shown.status == 1)
    #expect(shown.output.contains("did you mean mobileEvent or nse.mobileEvent?"))
  }

  @Test("if no bridge answers, the error explains how to start one")
  func nobody() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/no.sock"

    let socket = try FinishedCommand.bridge("call", "bridge.ping", "--socket", path)
    let port = try FinishedCommand.bridge("events", "--connect", "127.0.0.1:1")

    #expect(socket.status == 1 && port.status == 1)
    #expect(
      socket.errors == "altcraft-bridge: cannot connect to \(path): no such file or directory; "
        + "start a bridge there with 'altcraft-bridge serve --socket \(path)'\n")
    #expect(
      port.errors == "altcraft-bridge: cannot connect to 127.0.0.1:1: connection refused; "
        + "start a bridge there with 'altcraft-bridge serve --listen 127.0.0.1:1'\n")
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
