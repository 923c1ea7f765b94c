import AltcraftEngine
import JSONCodec

/// The answer of `bridge.metrics`: the figures of `bridge.stats` for a monitoring system.
enum ServiceMetrics {
  static let result = ServiceShape.result(
    ObjectShape.named(
      "BridgeMetrics", "The counters of bridge.stats for a monitoring system.",
      [
        ObjectShape.field(
          "contentType", "The media type of `text`, for an HTTP header.", ObjectShape.text),
        ObjectShape.field(
          "text",
          "Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, "
            + "units are seconds and bytes.", ObjectShape.text),
      ]))

  static let sample: JSON = [
    "contentType": .string(MetricsText.contentType),
    "text": .string(
      """
      # HELP altcraft_bridge_outbox_pending Work still to be delivered.
      # TYPE altcraft_bridge_outbox_pending gauge
      altcraft_bridge_outbox_pending{app_group="default"} 1

      """),
  ]

  static func json(_ session: Session) -> JSON {
    ["contentType": .string(MetricsText.contentType), "text": .string(text(session))]
  }

  static func text(_ session: Session) -> String {
    let service = session.service
    var metrics = MetricsText()
    metrics.gauge(
      "altcraft_bridge_build_info", "Which bridge this is; always 1.", 1,
      [("version", service.version), ("durability", service.durability)])
    metrics.gauge(
      "altcraft_bridge_start_time_seconds", "When the process began to serve, since 1970.",
      Microseconds(Int(service.startedAt) * 1000))
    metrics.gauge(
      "altcraft_bridge_uptime_seconds", "How long the process has run.",
      Int(clamping: max(0, session.engine.uptime.components.seconds)))
    metrics.addOutbox(of: session, at: session.engine.environment.wallTime())
    metrics.add(service.statistics())
    let events = session.engine.events.counters
    metrics.counter("altcraft_bridge_events_emitted", "SDK events.", events.emitted)
    metrics.counter(
      "altcraft_bridge_events_dropped",
      "SDK events that did not reach a subscriber, each counted once for every such.",
      events.dropped)
    metrics.counter(
      "altcraft_bridge_delivery_attempts", "Requests to the platform.", session.engine.attempts)
    return metrics.text
  }
}

extension MetricsText {
  fileprivate mutating func addOutbox(of session: Session, at now: Int64) {
    let outbox = session.engine.outbox
    let work = outbox.statistics
    let group = [("app_group", session.engine.appGroup)]
    let counters = work.counters
    counter(
      "altcraft_bridge_outbox_accepted", "The number of accepted jobs.", counters.accepted,
      group)
    counter(
      "altcraft_bridge_outbox_delivered", "Work the platform took.", counters.delivered, group)
    // A gauge and not a counter, because `outbox.retry` lowers it.
    gauge(
      "altcraft_bridge_outbox_rejected",
      "Work the platform refused for good, less what outbox.retry took back.", counters.rejected,
      group)
    counter(
      "altcraft_bridge_outbox_expired", "Work whose time to live was over first.",
      counters.expired, group)
    counter("altcraft_bridge_outbox_cleared", "Work that clear ended.", counters.cleared, group)
    counter(
      "altcraft_bridge_outbox_lost", "Work lost to damage of the disk.", counters.lost, group)
    gauge("altcraft_bridge_outbox_pending", "Work still to be delivered.", work.pending, group)
    gauge(
      "altcraft_bridge_outbox_pending_bytes", "What the pending work takes of the outbox.",
      work.bytes, group)
    // Clamp the age, because the disk may hold any number. A hundred years, in milliseconds, are longer than
    // a job can live.
    let century: Int64 = 3_155_760_000_000
    let age = work.oldestPendingAt.map { now - min(max($0, now - century), now) } ?? 0
    gauge(
      "altcraft_bridge_outbox_oldest_pending_age_seconds",
      "How long ago the oldest pending work was accepted; 0 when nothing is pending.",
      Microseconds(Int(age) * 1000), group)
    gauge(
      "altcraft_bridge_storage_failing", "1 while the disk does not take new work, else 0.",
      outbox.failure == nil ? 0 : 1, group)
  }

  fileprivate mutating func add(_ transports: TransportStatistics) {
    gauge(
      "altcraft_bridge_connections_open", "Connections of hosts that are open now.",
      transports.connectionsOpen)
    counter(
      "altcraft_bridge_connections_opened", "Connections of hosts that were opened.",
      transports.connectionsOpened)
    counter(
      "altcraft_bridge_connections_refused",
      "Connections that were turned away: too many, or not allowed to speak.",
      transports.connectionsRefused)
    counter(
      "altcraft_bridge_received_bytes", "What was read from hosts.", transports.bytesIn)
    counter("altcraft_bridge_sent_bytes", "What was written to hosts.", transports.bytesOut)
    counter(
      "altcraft_bridge_requests", "The number of requests.", transports.requests)
    counter(
      "altcraft_bridge_notifications", "Calls that are not to be answered.",
      transports.notifications)
    counter(
      "altcraft_bridge_errors",
      "Calls that ended with an error, and messages that were no calls.", transports.errors)
    counter(
      "altcraft_bridge_ignored_responses",
      "Answers of hosts to nothing that was asked, or too late.", transports.ignoredResponses)
    counter(
      "altcraft_bridge_delivery_worker_starts",
      "How often the process that makes requests was started.", transports.workerStarts)
    histogram(
      "altcraft_bridge_request_duration_seconds",
      "From the last byte of a call read to its answer written.",
      steps: transports.latency.map { ($0.le.map(Microseconds.init), $0.count) },
      sum: Microseconds(transports.latencySum))
  }
}
