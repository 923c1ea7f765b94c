// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What went over all connections, in bytes. */
public final class BridgeStatsBytes extends JsonRecord {
  BridgeStatsBytes(JsonElement json) {
    super(json);
  }

  /** Bytes that were read. */
  public long getIn() {
    return get("in", Json::integer);
  }

  /** Bytes that were written. */
  public long getOut() {
    return get("out", Json::integer);
  }
}
