import AltcraftMethods
import HTTP
import JSONRPC
import Transports

/// The counters behind `bridge.stats`, apart from those of the engine.
struct TransportCounters: Sendable {
  let connections: Connections
  let delivery: CurlHTTPClient
  let calls = RPCCounters()
  let latency = LatencyHistogram()

  var statistics: TransportStatistics {
    let transport = connections.counts
    let calls = calls.snapshot
    let times = latency.now
    var all = TransportStatistics()
    all.connectionsOpen = transport.open
    all.connectionsOpened = transport.opened
    all.connectionsRefused = transport.refused
    all.bytesIn = transport.bytesIn
    all.bytesOut = transport.bytesOut
    all.requests = calls.requests
    all.notifications = calls.notifications
    all.errors = calls.errors
    all.ignoredResponses = calls.ignoredResponses
    all.deliveryConnections = delivery.connections
    all.latency = times.steps
    all.latencySum = times.sum
    return all
  }
}
