// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** SDK events. */
public final class BridgeStatsEvents extends JsonRecord {
  BridgeStatsEvents(JsonElement json) {
    super(json);
  }

  /** How many there were. */
  public long getEmitted() {
    return get("emitted", Json::integer);
  }

  /** How many did not reach a subscriber, each counted once for every such. */
  public long getDropped() {
    return get("dropped", Json::integer);
  }
}
