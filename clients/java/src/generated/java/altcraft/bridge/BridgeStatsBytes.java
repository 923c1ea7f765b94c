// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The bytes of BridgeStats. */
public final class BridgeStatsBytes extends JsonRecord {
  BridgeStatsBytes(JsonElement json) {
    super(json);
  }

  public long getIn() {
    return get("in", Json::integer);
  }

  public long getOut() {
    return get("out", Json::integer);
  }
}
