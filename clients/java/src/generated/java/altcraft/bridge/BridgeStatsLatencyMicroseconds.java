// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** One of the latencyMicroseconds of BridgeStats. */
public final class BridgeStatsLatencyMicroseconds extends JsonRecord {
  BridgeStatsLatencyMicroseconds(JsonElement json) {
    super(json);
  }

  /** May be null. */
  public Long getLe() {
    return get("le", Json::integer);
  }

  public long getCount() {
    return get("count", Json::integer);
  }
}
