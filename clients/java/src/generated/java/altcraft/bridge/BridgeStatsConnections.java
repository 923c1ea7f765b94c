// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The connections of BridgeStats. */
public final class BridgeStatsConnections extends JsonRecord {
  BridgeStatsConnections(JsonElement json) {
    super(json);
  }

  public long getOpen() {
    return get("open", Json::integer);
  }

  public long getOpened() {
    return get("opened", Json::integer);
  }

  public long getRefused() {
    return get("refused", Json::integer);
  }
}
