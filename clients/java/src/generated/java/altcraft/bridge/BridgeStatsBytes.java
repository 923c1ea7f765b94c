// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The data of all connections, in bytes. */
public final class BridgeStatsBytes extends JsonRecord {
  BridgeStatsBytes(JsonElement json) {
    super(json);
  }

  /** The number of bytes read. */
  public long getIn() {
    return get("in", Json::integer);
  }

  /** The number of bytes written. */
  public long getOut() {
    return get("out", Json::integer);
  }
}
