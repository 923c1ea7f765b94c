import JSONCodec

/// `events`: the parameters of each event, one JSON object a line, until the connection ends.
enum EventsCommand {
  static func run(_ options: EventsOptions) -> ExitStatus {
    let readerIsGone = Waitable(false)
    let handlers = BridgeClient.Handlers(notification: { method, params in
      switch method {
      case "event":
        if !Output.line(params.text) { readerIsGone.update { $0 = true } }
      case "events.gap": report(gap: params)
      default: break
      }
    })
    do throws(CommandFailure) {
      let session = try BridgeSession.open(options.destination, handlers)
      defer { session.close() }
      do {
        let answer = try session.client.call("events.subscribe", subscription(options))
        if let gap = answer["gap"], !gap.isNull { report(gap: gap) }
      } catch {
        throw session.failure(error)
      }
      // Whether the reader is gone shows only with the next event; until then there is nothing to end for.
      while !session.client.waitForEnd(until: .after(.milliseconds(500))) {
        if readerIsGone.update({ $0 }) { break }
      }
      return .success
    } catch {
      Output.errorLine(error.message)
      return error.status == .success ? .failure : error.status
    }
  }

  private static func subscription(_ options: EventsOptions) -> JSON {
    var params = JSONObject([])
    params["since"] = options.since.map { .int($0) }
    params["codes"] = options.codes.map { .array($0.map { .int($0) }) }
    return .object(params)
  }

  /// Not on standard output: what stands there is events and nothing else.
  private static func report(gap: JSON) {
    Output.errorLine((["gap": gap] as JSON).text)
  }
}
