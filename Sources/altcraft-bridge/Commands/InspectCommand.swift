import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System
import WebPages

/// The `inspect` command: prints a URL of the inspector and opens it in a browser, or prints the page itself.
enum InspectCommand {
  static func run(_ options: InspectorOptions) -> ExitStatus {
    guard !options.printsPage else {
      StandardOutput.text(InspectorPage.html)
      return .success
    }
    // Block the signals before other threads exist, so that an interrupt also ends a child process.
    let signals = SignalWaiter([SIGINT, SIGTERM])
    return CommandFailure.reported { () throws(CommandFailure) in
      let session = try BridgeSession.open(
        options.destination, startingWith: ["--websocket=127.0.0.1:0"])
      defer { session.close() }
      let url = try ticket(session, options)
      StandardOutput.text(url + "\n")
      if options.opensBrowser, let browser = Browser.ofThisDesktop {
        // The printed URL stays valid: each opens one page.
        browser.open(try ticket(session, options))
      }
      if session.ownProcess != nil { try serve(session, until: signals) }
    }
  }

  private static func ticket(
    _ session: BridgeSession, _ options: InspectorOptions
  ) throws(CommandFailure) -> String {
    let role = options.isControl ? "control" : "observer"
    let answer = try session.call("bridge.ticket", ["role": .string(role)])
    return answer["url"]?.stringValue ?? ""
  }

  /// Keeps the bridge of this command until a signal arrives. Throws if the bridge ends first.
  private static func serve(
    _ session: BridgeSession, until signals: SignalWaiter
  ) throws(CommandFailure) {
    if Terminal.errors.isTerminal {
      StandardOutput.errorLine("altcraft-bridge: the bridge is running; Ctrl-C stops it")
    }
    let isInterrupted = Monitor<Bool?>(nil)
    PosixThread.require {
      _ = signals.next()
      isInterrupted.update { $0 = $0 ?? true }
    }
    PosixThread.require {
      _ = session.client.waitForEnd()
      isInterrupted.update { $0 = $0 ?? false }
    }
    guard isInterrupted.wait(until: .never, for: { $0 }) == true else {
      throw .ours("the bridge has stopped")
    }
  }
}

/// The browser of a desktop session.
struct Browser: Sendable, Equatable {
  let program: String
  /// The directory of the session, which only its user can read.
  let runtimeDirectory: String

  /// The browser of the desktop that the terminal of this process belongs to; nil without one.
  static var ofThisDesktop: Browser? {
    Terminal.output.isTerminal ? Browser(ProcessEnvironment.variables) : nil
  }

  /// Finds the browser: that of `BROWSER`, or else that of the desktop.
  init?(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let directory = value("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
    let hasDesktop = value("DISPLAY") != nil || value("WAYLAND_DISPLAY") != nil
    let own = value("BROWSER")?.split(separator: ":").first.map(String.init)
    guard let program = own ?? (hasDesktop ? "xdg-open" : nil) else { return nil }
    self.program = program
    runtimeDirectory = directory
  }

  /// Opens a URL, by a file that leads to it: every user of the machine can read the arguments of a process, and the
  /// URL has a ticket. A failure is not reported, because the user has another URL.
  func open(_ url: String) {
    let path = runtimeDirectory + "/altcraft-bridge-inspect.html"
    guard Self.create(path, Self.page(to: url)) else { return }
    _ = try? ChildProcess(
      .named(program), [program, path],
      environment: nil,
      input: .file("/dev/null", O_RDONLY), output: .file("/dev/null", O_WRONLY),
      errors: .file("/dev/null", O_WRONLY), descriptors: [], inOwnGroup: true)
  }

  /// Writes a file that only this user can read, in place of an earlier one. Returns false if another user has put one
  /// there, a link too, or if the disk is full.
  static func create(_ path: String, _ text: String) -> Bool {
    let descriptor = File.createNew(path, mode: 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return File.write(Array(text.utf8), to: descriptor)
  }

  /// Returns the file. The URL of a ticket has no character that HTML escapes.
  static func page(to url: String) -> String {
    """
    <!doctype html>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0; url=\(url)">
    <title>altcraft-bridge</title>
    <p><a href="\(url)">Open the inspector</a></p>

    """
  }
}
