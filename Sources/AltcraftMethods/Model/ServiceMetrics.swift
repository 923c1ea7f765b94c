import AltcraftEngine
import JSONCodec

/// The answer of `bridge.metrics`: the figures of `bridge.stats` for a monitoring system.
package struct ServiceMetrics: Sendable {
  private let engine: Engine
  private let version: String
  private let durability: String
  private let startedAt: Int64
  private let statistics: @Sendable () -> TransportStatistics

  package init(
    engine: Engine, version: String, durability: String, startedAt: Int64,
    statistics: @escaping @Sendable () -> TransportStatistics
  ) {
    self.engine = engine
    self.version = version
    self.durability = durability
    self.startedAt = startedAt
    self.statistics = statistics
  }

  static let result = ServiceSchema.result(
    ObjectSchema.named(
      "BridgeMetrics", "The counters of bridge.stats for a monitoring system.",
      [
        ObjectSchema.field(
          "contentType", "The media type of `text`, for an HTTP header.", ObjectSchema.text),
        ObjectSchema.field(
          "text",
          "Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, "
            + "units are seconds and bytes.", ObjectSchema.text),
      ]))

  static let sample: JSON = [
    "contentType": .string(MetricsText.contentType),
    "text": .string(
      """
      # HELP altcraft_bridge_outbox_pending Pending jobs.
      # TYPE altcraft_bridge_outbox_pending gauge
      altcraft_bridge_outbox_pending{app_group="default"} 1

      """),
  ]

  static func json(_ session: Session) -> JSON {
    let service = session.service
    let metrics = ServiceMetrics(
      engine: session.engine, version: service.version, durability: service.durability,
      startedAt: service.startedAt, statistics: service.statistics)
    return ["contentType": .string(contentType), "text": .string(metrics.text)]
  }

  package static let contentType = MetricsText.contentType

  /// The families of samples, as they are now.
  package var text: String {
    var metrics = MetricsText()
    metrics.gauge(
      "altcraft_bridge_build_info", "Version and durability of the bridge; always 1.", 1,
      [("version", version), ("durability", durability)])
    metrics.gauge(
      "altcraft_bridge_start_time_seconds",
      "The time at which the process began to serve, since 1970.",
      Microseconds(Int(startedAt) * 1000))
    metrics.gauge(
      "altcraft_bridge_uptime_seconds", "The time since the start of the process.",
      Int(clamping: max(0, engine.uptime.components.seconds)))
    metrics.addOutbox(of: engine, at: engine.environment.wallTime())
    metrics.add(statistics())
    let events = engine.eventCounters
    metrics.counter("altcraft_bridge_events_emitted", "Emitted SDK events.", events.emitted)
    metrics.counter(
      "altcraft_bridge_events_dropped",
      "SDK events that a subscriber did not receive, counted for each subscriber.",
      events.dropped)
    metrics.counter(
      "altcraft_bridge_delivery_attempts", "Requests to the platform.", engine.attempts)
    return metrics.text
  }
}

extension MetricsText {
  fileprivate mutating func addOutbox(of engine: Engine, at now: Int64) {
    let statistics = engine.statistics
    let group = [("app_group", engine.appGroup)]
    let counters = statistics.counters
    counter(
      "altcraft_bridge_outbox_accepted", "Accepted jobs.", statistics.accepted,
      group)
    counter(
      "altcraft_bridge_outbox_delivered", "Delivered jobs.", counters.delivered, group)
    // A gauge and not a counter, because `outbox.retry` lowers it.
    gauge(
      "altcraft_bridge_outbox_rejected",
      "Rejected jobs, without those that outbox.retry moved back to pending.", counters.rejected,
      group)
    counter(
      "altcraft_bridge_outbox_expired", "Jobs whose time to live ended before delivery.",
      counters.expired, group)
    counter(
      "altcraft_bridge_outbox_cleared",
      "Jobs that clear, a new resource token, a later suspend or unsubscribe, or outbox.discard ended.",
      counters.cleared, group)
    counter("altcraft_bridge_outbox_lost", "Jobs lost to damaged storage.", counters.lost, group)
    gauge("altcraft_bridge_outbox_pending", "Pending jobs.", statistics.pending, group)
    gauge(
      "altcraft_bridge_outbox_pending_bytes", "The size of the pending jobs.",
      statistics.bytes, group)
    // Clamp the age, because the disk may hold any number. A hundred years, in milliseconds, are longer than
    // a job can live.
    let century: Int64 = 3_155_760_000_000
    let age = statistics.oldestPendingAt.map { now - min(max($0, now - century), now) } ?? 0
    gauge(
      "altcraft_bridge_outbox_oldest_pending_age_seconds",
      "The time since the oldest pending job was accepted; 0 if nothing is pending.",
      Microseconds(Int(age) * 1000), group)
    gauge(
      "altcraft_bridge_storage_failing", "1 while storage rejects new jobs, otherwise 0.",
      engine.storageFailure == nil ? 0 : 1, group)
    gauge(
      "altcraft_bridge_storage_gone",
      "1 while the data directory was removed or replaced, otherwise 0.",
      engine.isDirectoryGone ? 1 : 0, group)
  }

  fileprivate mutating func add(_ transports: TransportStatistics) {
    gauge(
      "altcraft_bridge_connections_open", "Open connections of hosts.",
      transports.connectionsOpen)
    counter(
      "altcraft_bridge_connections_opened", "Opened connections of hosts.",
      transports.connectionsOpened)
    counter(
      "altcraft_bridge_connections_refused",
      "Refused connections: beyond a limit, or not authorized.",
      transports.connectionsRefused)
    counter("altcraft_bridge_received_bytes", "Bytes read from hosts.", transports.bytesIn)
    counter("altcraft_bridge_sent_bytes", "Bytes written to hosts.", transports.bytesOut)
    counter(
      "altcraft_bridge_requests", "Requests from hosts.", transports.requests)
    counter(
      "altcraft_bridge_notifications", "Notifications from hosts.",
      transports.notifications)
    counter(
      "altcraft_bridge_errors",
      "Calls answered with an error, and invalid messages.", transports.errors)
    counter(
      "altcraft_bridge_ignored_responses",
      "Responses of hosts without an open request.", transports.ignoredResponses)
    counter(
      "altcraft_bridge_delivery_connections", "Connections opened for requests to the platform.",
      transports.deliveryConnections)
    histogram(
      "altcraft_bridge_request_duration_seconds",
      "Response time, from the last byte read to the answer written.",
      steps: transports.latency.map { ($0.le.map(Microseconds.init), $0.count) },
      sum: Microseconds(transports.latencySum))
  }
}
