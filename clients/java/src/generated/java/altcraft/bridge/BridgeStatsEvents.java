// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** SDK events. */
public final class BridgeStatsEvents extends JsonRecord {
  BridgeStatsEvents(JsonElement json) {
    super(json);
  }

  /** The number of emitted events. */
  public long getEmitted() {
    return get("emitted", Json::integer);
  }

  /** The number of events that a subscriber did not receive, counted for each subscriber. */
  public long getDropped() {
    return get("dropped", Json::integer);
  }
}
