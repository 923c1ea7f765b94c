// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Connections of hosts. */
public final class BridgeStatsConnections extends JsonRecord {
  BridgeStatsConnections(JsonElement json) {
    super(json);
  }

  /** How many are open now. */
  public long getOpen() {
    return get("open", Json::integer);
  }

  /** How many were opened. */
  public long getOpened() {
    return get("opened", Json::integer);
  }

  /** How many were turned away: too many, or not allowed to speak. */
  public long getRefused() {
    return get("refused", Json::integer);
  }
}
