import Glibc
import JSONCodec

/// `events`: each event as it happens, until it is interrupted or the bridge goes.
enum EventsCommand {
  static func run(_ options: EventsOptions) -> ExitStatus {
    // Before there are other threads, so that an interrupt ends it with all that was begun.
    let signals = AwaitedSignals([SIGINT, SIGTERM])
    let tail = EventTail(
      format: options.format ?? (Terminal.output.isTerminal ? .text : .json),
      terminal: Terminal.output)
    let ending = Waitable<Ending?>(nil)
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
      BackgroundThread.start {
        _ = signals.next()
        ending.update { $0 = $0 ?? .interrupted }
      }
      BackgroundThread.start {
        _ = session.client.waitForEnd()
        ending.update { $0 = $0 ?? .disconnected }
      }
      guard ending.wait(until: .never, for: { $0 }) == .disconnected else { return .success }
      // A program that reads us must not take that for the end of the events.
      throw .ours("the bridge is gone")
    } catch {
      Output.paintedErrorLine(error.message)
      return error.status == .success ? .failure : error.status
    }
  }

  private enum Ending: Sendable {
    case interrupted, disconnected, readerGone
  }

  private static func handlers(
    _ tail: EventTail, _ ending: Waitable<Ending?>
  ) -> BridgeClient.Handlers {
    BridgeClient.Handlers(notification: { method, params in
      switch method {
      case "event":
        if !Output.painted(tail.line(params) + "\n") { ending.update { $0 = $0 ?? .readerGone } }
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
      tell(
        "listening to a bridge of its own, which nobody else calls; --socket or --connect names another. "
          + "Ctrl-C ends it")
    } else {
      tell("listening; Ctrl-C ends it")
    }
  }

  /// Not on standard output: what stands there is events and nothing else.
  private static func report(gap: JSON) {
    if Terminal.errors.isTerminal {
      tell(EventTail.words(gap: gap))
    } else {
      Output.errorLine((["gap": gap] as JSON).text)
    }
  }

  /// Says something to a person; nothing to a program.
  private static func tell(_ text: String) {
    guard Terminal.errors.isTerminal else { return }
    Output.errorLine("altcraft-bridge: " + text)
  }
}
