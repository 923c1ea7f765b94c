// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The events of BridgeStats. */
public final class BridgeStatsEvents extends JsonRecord {
  BridgeStatsEvents(JsonElement json) {
    super(json);
  }

  public long getEmitted() {
    return get("emitted", Json::integer);
  }

  public long getDropped() {
    return get("dropped", Json::integer);
  }
}
