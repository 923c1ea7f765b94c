import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import System
import TestSupport
import Testing

/// Tests of commands whose output, files, addresses or programs are unusable.
@Suite(.timeLimit(.minutes(10))) struct CommandFaultTests {
  private let place = TemporaryDirectory()

  /// Runs a command line of a shell; `$0` is the bridge.
  private func shell(_ line: String, _ arguments: [String] = []) throws -> FinishedCommand {
    try FinishedCommand(
      "/bin/sh", ["-c", line, builtProduct("altcraft-bridge")] + arguments,
      environment: ["XDG_RUNTIME_DIR": place.path])
  }

  static let lines = [
    "call bridge.ping", "status", "status --format json", "status --ready", "endpoint",
    "events --since 0",
    "push apns", "jwt db_id=1 email=ann@example.com", "version", "help", "schema",
    "completion zsh", "outbox verify \"$1\"", "outbox list \"$1\"", "doctor --data-dir \"$1\"",
    "top --format json", "top --format text", "inspect --page", "service status",
    "service install --output \"$1\".units", "help protocol", "schema --format html",
  ]

  @Test("output that cannot be written is reported, with status 1")
  func unwritten() async throws {
    let socket = place.path + "/altcraft-bridge/rpc.sock"
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      for line in Self.lines {
        for (target, reason) in [
          (">/dev/full", "no space left on device"), (">&-", "bad file descriptor"),
        ] {
          let command = try shell("\"$0\" \(line) \(target)", [bridge.dataDirectory])
          #expect(command.status == 1, "\(line) \(target)")
          #expect(
            command.errors.hasSuffix("altcraft-bridge: standard output: \(reason)\n"),
            "\(line) \(target): \(command.errors)")
        }
      }
    }
  }

  // The status was 0 after some commands, and 1 after others.
  @Test("a reader that goes away has seen enough: the status is as with any other reader")
  func readerGone() async throws {
    let socket = place.path + "/altcraft-bridge/rpc.sock"
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      let endless = ["events --since 0", "top --format json", "top --format text"]
      let generated = place.path + "/generated"
      for line in Self.lines + ["generate go --output \(generated)", "inspect --no-open"] {
        let gone = try PipeEnds()
        close(gone.reading)
        let errors = place.path + "/errors"
        FileManager.default.createFile(atPath: errors, contents: nil)
        let command = try SpawnedProcess(
          "/bin/sh",
          ["-c", "exec \"$0\" \(line)", builtProduct("altcraft-bridge"), bridge.dataDirectory],
          environment: SpawnedProcess.environment(adding: ["XDG_RUNTIME_DIR": place.path]),
          output: .descriptor(gone.writing), errors: .file(errors))
        close(gone.writing)
        let expected =
          endless.contains(line)
          ? 0 : try shell("\"$0\" \(line) >/dev/null", [bridge.dataDirectory]).status

        #expect(command.wait() == .exited(expected), "\(line)")
        let text = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(!text.contains("standard output"), "\(line): \(text)")
      }
      // Its work is to write files, not to print their names.
      let files = try FileManager.default.subpathsOfDirectory(atPath: generated)
      #expect(files.contains { $0.hasSuffix(".go") })
    }
  }

  // It exited with status 0, as if its host had closed the pipe.
  @Test(
    "a service whose answers cannot be written reports it, with status 1",
    arguments: [
      (">/dev/full", "no space left on device"), (">&-", "bad file descriptor"),
      ("1</dev/null", "bad file descriptor"),
    ])
  func unansweringService(_ target: String, _ reason: String) throws {
    let serve = try FinishedCommand(
      "/bin/sh",
      [
        "-c", "\"$0\" serve --data-dir \"$1\" \(target)", builtProduct("altcraft-bridge"),
        place.path + "/d",
      ],
      input: #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"# + "\n")

    #expect(serve.status == 1)
    #expect(
      serve.errors.hasSuffix("altcraft-bridge: standard output: \(reason)\n"), "\(serve.errors)")
  }

  @Test("a service on sockets needs no standard output")
  func noStandardOutput() async throws {
    let bridge = try ServiceProcess(
      [
        "-c", #"exec "$0" serve --socket "$1/s" --data-dir "$1/d" >&-"#,
        builtProduct("altcraft-bridge"), place.path,
      ], in: place, program: "/bin/sh")

    #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    bridge.send(signal: SIGTERM)
    #expect(try await bridge.waitForExit() == .exited(0))
  }

  @Test("a demo whose output cannot be written fails")
  func unwrittenDemo() throws {
    let demo = try shell("\"$0\" demo >/dev/full")

    #expect(demo.status == 1)
    #expect(demo.errors == "altcraft-bridge: standard output: no space left on device\n")
  }

  @Test("a reader that has seen enough causes no message", arguments: ["schema", "help protocol"])
  func closedPipe(_ line: String) throws {
    let command = try shell("\"$0\" \(line) | head -n 1")

    #expect(command.errors == "" && command.output.split(separator: "\n").count == 1)
  }

  @Test("the path of a socket that is a directory or a file is named as that")
  func noSocket() throws {
    let file = place.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))

    for (path, kind) in [(place.path, "a directory"), (file, "a file")] {
      let call = try FinishedCommand.bridge("call", "bridge.ping", "--socket", path)
      #expect(call.status == 69)
      #expect(call.errors == "altcraft-bridge: \(path) is \(kind), not a socket\n")
    }
  }

  @Test("a recording that does not exist has the status that the help says")
  func noRecording() throws {
    let replay = try FinishedCommand.bridge("replay", place.path + "/none.txt")

    #expect(replay.status == 78 && replay.errors.contains("none.txt: no such file or directory"))
    #expect(try FinishedCommand.bridge("replay", "--help").output.contains("78 FILE is not"))
  }

  @Test("a port that is taken is named with its address, with one status for serve and platform")
  func takenPort() throws {
    let simulator = Simulator()
    let port = try #require(try simulator.start().url.split(separator: ":").last)
    defer { simulator.stop() }
    let address = "127.0.0.1:\(port)"

    let serve = try FinishedCommand.bridge(
      "serve", "--listen", address, "--data-dir", place.path + "/data")
    let platform = try FinishedCommand.bridge("platform", "--listen", address)

    for command in [serve, platform] {
      #expect(command.status == 78, "\(command.errors)")
      #expect(
        command.errors.contains(address) && command.errors.contains("in use"),
        "\(command.errors)")
    }
  }

  @Test("without libcurl, demo does not start, and doctor says what to install")
  func noLibrary() async throws {
    let environment = try environmentWithoutLibcurl(in: place)
    let demo = try FinishedCommand(
      builtProduct("altcraft-bridge"), ["demo"], environment: environment)
    let doctor = try FinishedCommand(
      builtProduct("altcraft-bridge"), ["doctor", "--data-dir", place.path + "/data"],
      environment: environment)

    #expect(demo.status == 1 && demo.output == "")
    #expect(demo.errors.contains("libcurl.so.4"), "\(demo.errors)")
    #expect(doctor.status == 1 && doctor.output.contains("libcurl.so.4"), "\(doctor.output)")
  }
}

/// Tests of the demo as a reader of the README sees it.
@Suite(.timeLimit(.minutes(5))) struct DemoTests {
  @Test("the demo has at most 24 lines of 80 columns, and ends with a command to paste")
  func story() throws {
    let place = TemporaryDirectory()
    let demo = try FinishedCommand.onTerminal(
      ["demo", "--fast"], environment: ["TMPDIR": place.path, "NO_COLOR": "1"])
    let lines = demo.output.split(separator: "\r\n")

    #expect(demo.status == 0 && lines.count <= 24)
    for line in lines.dropLast() { #expect(line.count <= 80, "\(line)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
    let last = try #require(lines.last)
    #expect(last == "\(builtProduct("altcraft-bridge")) platform --listen 127.0.0.1:8090")
    let programs = URL(fileURLWithPath: builtProduct("altcraft-bridge")).deletingLastPathComponent()
    let fromPath = try FinishedCommand(
      "/bin/sh", ["-c", "altcraft-bridge demo --fast"],
      environment: ["PATH": programs.path + ":/usr/bin:/bin", "TMPDIR": place.path])
    #expect(fromPath.output.hasSuffix("\naltcraft-bridge platform --listen 127.0.0.1:8090\n"))
    // Another test may use the port of the pages.
    let pasted = try FinishedCommand(
      "/bin/sh",
      [
        "-c",
        """
        \(last.replacing(":8090", with: ":0")) 2> log & platform=$!
        until grep -qs '"ready":true' log; do sleep 0.1; done
        kill $platform; wait $platform
        """,
      ], in: URL(fileURLWithPath: place.path, isDirectory: true))
    #expect(pasted.status == 0)
  }
}
