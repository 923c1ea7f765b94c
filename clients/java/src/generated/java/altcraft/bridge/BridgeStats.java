// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/**
 * Counters. Those of the outbox belong to the app group and survive restarts; the others start with
 * the process.
 */
public final class BridgeStats extends JsonRecord {
  BridgeStats(JsonElement json) {
    super(json);
  }

  /**
   * Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
   */
  public BridgeStatsOutbox getOutbox() {
    return get("outbox", BridgeStatsOutbox::new);
  }

  /**
   * The failures that accepted jobs survive: power for a power failure, process for a crash of the
   * bridge only.
   */
  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  /** The time since the start of the process, in seconds. */
  public long getUptimeSeconds() {
    return get("uptimeSeconds", Json::integer);
  }

  /** Connections of hosts. */
  public BridgeStatsConnections getConnections() {
    return get("connections", BridgeStatsConnections::new);
  }

  /** The data of all connections, in bytes. */
  public BridgeStatsBytes getBytes() {
    return get("bytes", BridgeStatsBytes::new);
  }

  /** Messages from hosts. */
  public BridgeStatsCalls getCalls() {
    return get("calls", BridgeStatsCalls::new);
  }

  /** SDK events. */
  public BridgeStatsEvents getEvents() {
    return get("events", BridgeStatsEvents::new);
  }

  /** Requests to the platform. */
  public BridgeStatsDelivery getDelivery() {
    return get("delivery", BridgeStatsDelivery::new);
  }

  /** The platform of the app group. */
  public BridgeStatsPlatform getPlatform() {
    return get("platform", BridgeStatsPlatform::new);
  }

  /** The histogram of response times: from the last byte read to the answer written. */
  public List<LatencyStep> getLatencyMicroseconds() {
    return list("latencyMicroseconds", LatencyStep::new);
  }
}
