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
    let position = options.cursor.map(EventPosition.init)
    let handler = EventHandler(
      command: options.command.map(EventCommand.init), position: position, tail: tail)
    let ending = Monitor<Ending?>(nil)
    return CommandFailure.reported { () throws(CommandFailure) in
      let stored = try position?.read() ?? [:]
      try position?.check()
      let session = try BridgeSession.open(options.destination, handlers(handler, ending))
      defer { session.close() }
      let answer = try session.call("events.subscribe", subscription(options, stored))
      if stored.isEmpty {
        try position?.begin(
          at: ["epoch": answer["epoch"] ?? .null, "seq": start(options, answer)])
      }
      if let gap = answer["gap"], !gap.isNull { report(gap: gap) }
      if Terminal.errors.isTerminal {
        StandardOutput.errorLine("altcraft-bridge: listening; Ctrl-C stops it")
      }
      PosixThread.require {
        _ = signals.next()
        ending.update { $0 = $0 ?? .interrupted }
      }
      let bridge = try watch(session)
      PosixThread.require {
        bridge.waitForHangup()
        // The events that it has sent are still handled.
        _ = session.client.waitForEnd(until: .after(Self.grace))
        ending.update { $0 = $0 ?? .disconnected }
      }
      let reason = ending.wait(until: .never) { $0 }
      handler.command?.end()
      switch reason {
      case .failed(let failure): throw failure
      // A program that reads the output must not take a disconnect for the end of the events.
      case .disconnected: throw .ours("the bridge closed the connection")
      case .interrupted, .readerGone, nil: break
      }
    }
  }

  /// The time to handle the received events after the end of the bridge.
  private static let grace = Duration.seconds(5)

  private static func watch(_ session: BridgeSession) throws(CommandFailure) -> HangupWatch {
    do throws(SystemError) { return try session.client.hangupWatch() } catch {
      throw .ours(error.message)
    }
  }

  private enum Ending: Sendable {
    case interrupted, disconnected, readerGone
    /// An event was not handled.
    case failed(CommandFailure)
  }

  private static func handlers(
    _ handler: EventHandler, _ ending: Monitor<Ending?>
  ) -> BridgeConnection.Handlers {
    BridgeConnection.Handlers(notification: { method, params in
      switch method {
      case "event":
        // No event after one that was not handled: its position would be lost.
        guard ending.update({ $0 == nil }) else { return }
        do throws(CommandFailure) {
          guard try !handler.handle(params) else { return }
          ending.update { $0 = $0 ?? .readerGone }
        } catch {
          ending.update { $0 = $0 ?? .failed(error) }
        }
      case "events.gap": report(gap: params)
      default: break
      }
    })
  }

  /// Returns the parameters of the subscription. A stored position wins over `--since`.
  private static func subscription(_ options: EventsOptions, _ start: JSONObject) -> JSON {
    var params = start
    params["since"] = start["since"] ?? options.since.map { .int($0) }
    params["codes"] = options.codes.map { .array($0.map { .int($0) }) }
    return .object(params)
  }

  /// Returns the number of the event after which a new subscription starts.
  private static func start(_ options: EventsOptions, _ answer: JSON) -> JSON {
    let last = answer["seq"]?.intValue ?? 0
    return .int(min(options.since ?? last, last))
  }

  /// Reports a gap on standard error: standard output contains only events.
  private static func report(gap: JSON) {
    if Terminal.errors.isTerminal {
      StandardOutput.errorLine("altcraft-bridge: " + EventTail.words(gap: gap))
    } else {
      StandardOutput.errorLine((["gap": gap] as JSON).text)
    }
  }
}
