import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System

/// The app of the demo: runs a bridge as its child process, answers its callbacks and stores its events.
final class DemoHost: Sendable {
  private struct Heard {
    var tokenRequests = 0
    var events: [JSON] = []
  }

  static let pushToken = "demo-push-token"

  let bridge: PipedProcess
  private let client: BridgeConnection
  private let heard: Monitor<Heard>
  private let deadline: Deadline

  /// Starts a bridge on `dataDir`. No wait lasts beyond `deadline`.
  init(dataDir: String, deadline: Deadline) throws(DemoFailure) {
    let heard = Monitor(Heard())
    do {
      bridge = try PipedProcess(
        "/proc/self/exe",
        [
          "serve", "--stdio", "--data-dir", dataDir, "--parent-pid", String(getpid()),
          // A second retry would start after 5.5 s, which is too long for a demo.
          "--limit", "retryMaxSeconds=1",
        ],
        environment: ProcessEnvironment.forChildren.filter {
          !$0.key.hasPrefix("ALTCRAFT_BRIDGE_")
        })
    } catch {
      throw DemoFailure(sentence: error.message)
    }
    let handlers = BridgeConnection.Handlers(
      notification: { method, params in
        if method == "event" { heard.update { $0.events.append(params) } }
      },
      callback: { method, _ in
        guard method == "provider.getToken" else { return nil }
        heard.update { $0.tokenRequests += 1 }
        return .string(DemoHost.pushToken)
      })
    client = BridgeConnection(bridge.wire, handlers)
    self.heard = heard
    self.deadline = deadline
  }

  func call(_ method: String, _ params: JSON? = nil) throws(DemoFailure) -> JSON {
    do {
      return try client.call(method, params, until: deadline.orAfter(.seconds(3)))
    } catch {
      let said = bridge.errorLines.filter { !$0.hasPrefix("{\"ready\":") }.suffix(3)
      throw DemoFailure(
        sentence: (["\(method): \(error.message)"] + said).joined(separator: "\n"))
    }
  }

  /// Waits for an event with that code about that job.
  func event(_ code: Int, about requestID: String) throws(DemoFailure) -> JSON {
    let event = heard.wait(until: deadline.orAfter(.seconds(4))) { heard in
      heard.events.first {
        $0["code"]?.intValue == code && $0["requestId"]?.stringValue == requestID
      }
    }
    guard let event else {
      throw DemoFailure(sentence: "event \(code) for \(requestID) did not arrive")
    }
    return event
  }

  /// Waits until the bridge has requested the push token.
  func tokenRequest() throws(DemoFailure) {
    let asked: Bool? = heard.wait(until: deadline.orAfter(.seconds(3))) {
      $0.tokenRequests > 0 ? true : nil
    }
    if asked == nil { throw DemoFailure(sentence: "the bridge did not request the push token") }
  }

  /// Ends the bridge with SIGKILL, as a crash would.
  func kill() throws(DemoFailure) {
    bridge.send(signal: SIGKILL)
    guard bridge.waitForExit(until: deadline.orAfter(.seconds(2))) != nil else {
      throw DemoFailure(sentence: "the bridge did not exit after SIGKILL")
    }
  }

  /// Closes the input of the bridge, as an app does when it quits, and returns the exit status.
  func quit() -> Int32? {
    client.finishSending()
    return bridge.waitForExit(until: deadline.orAfter(.seconds(2)))
  }
}

/// The reason why the demo could not complete.
struct DemoFailure: Error, Equatable {
  let sentence: String
}
