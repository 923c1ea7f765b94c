import BridgeClient
import BridgeCommandLine
import Glibc
import HTTP
import PlatformSimulator
import Synchronization
import System

/// The `demo` command: shows the complete delivery flow on one screen, with a real bridge and a simulated
/// platform.
enum DemoCommand {
  static func run(isFast: Bool) -> ExitStatus {
    // Block the signals before any other thread exists, so that this thread receives an interrupt and cleans
    // up.
    let signals = SignalWaiter([SIGINT, SIGTERM, SIGHUP])
    let stage: DemoStage
    let pace: DemoPace = isFast || !Terminal.output.isTerminal ? .fast : .readable
    do {
      stage = try DemoStage(deadline: .after(pace.longest))
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.sentence)")
      return .failure
    }
    PosixThread.require {
      let signal = signals.next()
      stage.interrupt()
      _exit(128 + signal)
    }
    let style = Terminal.output.style
    defer { stage.clear() }
    do {
      let show = { (line: DemoLine) in
        pace.wait(before: line)
        StandardOutput.painted(line.rendered(style) + "\n")
      }
      try DemoStory(stage: stage, show: show).run()
      return .success
    } catch {
      // Do not report errors that the cleanup after an interrupt causes; the process ends very soon.
      while stage.isInterrupted { pause() }
      StandardOutput.errorLine("altcraft-bridge: the demo failed: \(error.sentence)")
      return .failure
    }
  }
}

/// The pauses of the demo, for a person to follow the story.
enum DemoPace {
  case fast, readable

  /// The time within which everything has happened.
  var longest: Duration {
    switch self {
    case .fast: .seconds(8)
    case .readable: .seconds(40)
    }
  }

  /// Returns the pause before a line, in milliseconds.
  func pause(before line: DemoLine) -> UInt32 {
    switch (self, line) {
    case (.fast, _): 0
    case (.readable, .heading): 1500
    case (.readable, _): 400
    }
  }

  fileprivate func wait(before line: DemoLine) { usleep(pause(before: line) * 1000) }
}

/// The resources of the demo, all removed at its end: the simulator, a directory and the started bridges.
final class DemoStage: Sendable {
  let platform = Simulator()
  let platformURL: String
  let dataDir: String
  /// The deadline of every wait.
  let deadline: Deadline
  private let bridges = Mutex<[PipedProcess]>([])
  /// The lock that is held while a bridge starts and during the cleanup, so that no bridge starts after the
  /// cleanup.
  private let isCleared = Mutex(false)
  private let interruption = Mutex(false)

  init(deadline: Deadline) throws(DemoFailure) {
    self.deadline = deadline
    if case .failure(let absence) = CurlHTTPClient.library {
      throw DemoFailure(sentence: absence.message)
    }
    do {
      platformURL = try platform.start().url
    } catch {
      throw DemoFailure(sentence: error.message)
    }
    var template = Array("\(DemoStage.temporaryPlace)/altcraft-bridge-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let error = SystemError("cannot create a directory in \(DemoStage.temporaryPlace)")
      platform.stop()
      throw DemoFailure(sentence: error.message)
    }
    dataDir = String(
      decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  func startBridge() throws(DemoFailure) -> DemoHost {
    try isCleared.withLock { (isCleared) throws(DemoFailure) in
      guard !isCleared else { throw DemoFailure(sentence: "interrupted") }
      let host = try DemoHost(dataDir: dataDir, deadline: deadline)
      bridges.withLock { $0.append(host.bridge) }
      return host
    }
  }

  var isInterrupted: Bool { interruption.withLock { $0 } }

  func interrupt() {
    interruption.withLock { $0 = true }
    clear()
  }

  func millisecondsLeft(upTo most: Int) -> Int { min(most, deadline.millisecondsLeft) }

  /// Ends the bridges and removes the directory. If two threads call it, the second waits for the first.
  func clear() {
    isCleared.withLock { isCleared in
      guard !isCleared else { return }
      for bridge in bridges.withLock({ $0 }) {
        bridge.send(signal: SIGKILL)
        _ = bridge.waitForExit(until: .after(.milliseconds(500)))
      }
      platform.stop()
      DemoDirectory.remove(dataDir)
      isCleared = true
    }
  }

  private static var temporaryPlace: String {
    let place = ProcessEnvironment.variables["TMPDIR"] ?? ""
    return place.hasPrefix("/") ? place : "/tmp"
  }
}

enum DemoDirectory {
  /// Removes a directory and its content. Symbolic links are removed and not followed.
  static func remove(_ path: String) {
    for name in names(in: path) {
      let child = path + "/" + name
      // `unlink` fails for a directory. A file that cannot be removed stays: there is no caller to report it
      // to.
      if unlink(child) != 0 { remove(child) }
    }
    rmdir(path)
  }

  private static func names(in path: String) -> [String] {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
