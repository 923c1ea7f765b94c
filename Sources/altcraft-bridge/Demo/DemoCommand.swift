import Glibc
import PlatformSimulator
import Synchronization

/// `demo`: the whole main job in one screen, with a real bridge and a simulated platform.
enum DemoCommand {
  static func run() -> ExitStatus {
    // Before any other thread exists, so that an interrupt finds the one that tidies up.
    let signals = AwaitedSignals([SIGINT, SIGTERM, SIGHUP])
    let stage: DemoStage
    do {
      stage = try DemoStage()
    } catch {
      Output.errorLine("altcraft-bridge: \(error.sentence)")
      return .failure
    }
    BackgroundThread.start {
      let signal = signals.next()
      stage.interrupt()
      _exit(128 + signal)
    }
    let style = Terminal.output.style
    defer { stage.clear() }
    do {
      try DemoStory(stage: stage, show: { Output.painted($0.rendered(style) + "\n") }).tell()
      return .success
    } catch {
      // What fails because everything is being taken away is nothing to report; the process ends any moment.
      while stage.isInterrupted { pause() }
      Output.errorLine("altcraft-bridge: the demo failed: \(error.sentence)")
      return .failure
    }
  }
}

/// What the demo needs and must not leave behind: the simulator, a directory, the bridges it started.
final class DemoStage: Sendable {
  let platform = Simulator()
  let platformURL: String
  let dataDir: String
  /// Everything waits until this at the latest; tidying up takes the rest of the ten seconds.
  let deadline = Deadline.after(.seconds(8))
  private let bridges = Mutex<[ChildProcess]>([])
  /// Held while a bridge is started or the stage is cleared, so that none is started behind our back.
  private let isCleared = Mutex(false)
  private let interruption = Mutex(false)

  init() throws(DemoFailure) {
    do {
      platformURL = try platform.start().url
    } catch {
      throw DemoFailure(sentence: error.message)
    }
    var template = Array("\(DemoStage.temporaryPlace)/altcraft-bridge-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let error = SystemError("cannot make a directory in \(DemoStage.temporaryPlace)")
      platform.stop()
      throw DemoFailure(sentence: error.message)
    }
    dataDir = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
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

  /// Ends the bridges and removes the directory. The second of two threads waits for the first.
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
  /// Removes a directory with all that is in it. Symbolic links are removed and not followed.
  static func remove(_ path: String) {
    for name in names(in: path) {
      let child = path + "/" + name
      // What is a directory is no file to unlink; what cannot be removed stays, and nobody is left to tell.
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
