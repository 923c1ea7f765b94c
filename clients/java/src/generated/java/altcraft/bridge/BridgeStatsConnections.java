// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Connections of hosts. */
public final class BridgeStatsConnections extends JsonRecord {
  BridgeStatsConnections(JsonElement json) {
    super(json);
  }

  /** The number of open connections. */
  public long getOpen() {
    return get("open", Json::integer);
  }

  /** The number of connections opened since the start. */
  public long getOpened() {
    return get("opened", Json::integer);
  }

  /** The number of refused connections: beyond a limit, or not authorized. */
  public long getRefused() {
    return get("refused", Json::integer);
  }
}
