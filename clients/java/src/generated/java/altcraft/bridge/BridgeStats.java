// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** What bridge.stats answers. */
public final class BridgeStats extends JsonRecord {
  BridgeStats(JsonElement json) {
    super(json);
  }

  public BridgeStatsOutbox getOutbox() {
    return get("outbox", BridgeStatsOutbox::new);
  }

  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  public long getUptimeSeconds() {
    return get("uptimeSeconds", Json::integer);
  }

  public BridgeStatsConnections getConnections() {
    return get("connections", BridgeStatsConnections::new);
  }

  public BridgeStatsBytes getBytes() {
    return get("bytes", BridgeStatsBytes::new);
  }

  public BridgeStatsCalls getCalls() {
    return get("calls", BridgeStatsCalls::new);
  }

  public BridgeStatsEvents getEvents() {
    return get("events", BridgeStatsEvents::new);
  }

  public BridgeStatsDelivery getDelivery() {
    return get("delivery", BridgeStatsDelivery::new);
  }

  public List<BridgeStatsLatencyMicroseconds> getLatencyMicroseconds() {
    return list("latencyMicroseconds", BridgeStatsLatencyMicroseconds::new);
  }
}
