import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System

/// The `events` command: prints each event as it happens, until it is interrupted or the bridge disconnects.
enum EventsCommand {
  static func run(_ options: EventsOptions) -> ExitStatus {
    // Block the signals before other threads exist, so that an interrupt also ends a child process.
    let signals = SignalWaiter([SIGINT, SIGTERM])
    let tail = EventTail(
      format: options.format ?? (Terminal.output.isTerminal ? .text : .json),
      terminal: Terminal.output)
    let ending = Monitor<Ending?>(nil)
    do throws(CommandFailure) {
      let session = try BridgeSession.open(
        options.destination, handlers(tail, ending))
      defer { session.close() }
      let answer: JSON
      do {
        answer = try session.client.call("events.subscribe", subscription(options))
      } catch {
        throw session.failure(error)
      }
      greet(options, answer)
      PosixThread.require {
        _ = signals.next()
        ending.update { $0 = $0 ?? .interrupted }
      }
      PosixThread.require {
        _ = session.client.waitForEnd()
        ending.update { $0 = $0 ?? .disconnected }
      }
      guard ending.wait(until: .never, for: { $0 }) == .disconnected else { return .success }
      // A program that reads the output must not take a disconnect for the end of the events.
      throw .ours("the bridge closed the connection")
    } catch {
      StandardOutput.errorLine(error.message)
      return error.status == .success ? .failure : error.status
    }
  }

  private enum Ending: Sendable {
    case interrupted, disconnected, readerGone
  }

  private static func handlers(
    _ tail: EventTail, _ ending: Monitor<Ending?>
  ) -> BridgeConnection.Handlers {
    BridgeConnection.Handlers(notification: { method, params in
      switch method {
      case "event":
        if !StandardOutput.painted(tail.line(params) + "\n") {
          ending.update { $0 = $0 ?? .readerGone }
        }
      case "events.gap": report(gap: params)
      default: break
      }
    })
  }

  private static func subscription(_ options: EventsOptions) -> JSON {
    var params = JSONObject([])
    params["since"] = options.since.map { .int($0) }
    params["codes"] = options.codes.map { .array($0.map { .int($0) }) }
    return .object(params)
  }

  private static func greet(_ options: EventsOptions, _ answer: JSON) {
    if let gap = answer["gap"], !gap.isNull { report(gap: gap) }
    if case .ownCore = options.destination.place {
      printStatus(
        "listening to a temporary bridge without other clients; --socket or --connect selects a "
          + "running one. Ctrl-C stops it")
    } else {
      printStatus("listening; Ctrl-C stops it")
    }
  }

  /// Reports a gap on standard error: standard output contains only events.
  private static func report(gap: JSON) {
    if Terminal.errors.isTerminal {
      printStatus(EventTail.words(gap: gap))
    } else {
      StandardOutput.errorLine((["gap": gap] as JSON).text)
    }
  }

  /// Prints a message if standard error is a terminal.
  private static func printStatus(_ text: String) {
    guard Terminal.errors.isTerminal else { return }
    StandardOutput.errorLine("altcraft-bridge: " + text)
  }
}
