// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/**
 * Counters. Those of the outbox are of the app group and survive restarts; the others begin with
 * the process.
 */
public final class BridgeStats extends JsonRecord {
  BridgeStats(JsonElement json) {
    super(json);
  }

  /**
   * What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
   * pending.
   */
  public BridgeStatsOutbox getOutbox() {
    return get("outbox", BridgeStatsOutbox::new);
  }

  /** What accepted work survives: power for a power failure, process for a crash only. */
  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  /** How long the process has run, in seconds. */
  public long getUptimeSeconds() {
    return get("uptimeSeconds", Json::integer);
  }

  /** Connections of hosts. */
  public BridgeStatsConnections getConnections() {
    return get("connections", BridgeStatsConnections::new);
  }

  /** What went over all connections, in bytes. */
  public BridgeStatsBytes getBytes() {
    return get("bytes", BridgeStatsBytes::new);
  }

  /** Messages of hosts. */
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

  /** How long requests took, from their last byte read to their answer written, as a histogram. */
  public List<LatencyStep> getLatencyMicroseconds() {
    return list("latencyMicroseconds", LatencyStep::new);
  }
}
