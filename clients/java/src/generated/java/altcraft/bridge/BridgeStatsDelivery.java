// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Requests to the platform. */
public final class BridgeStatsDelivery extends JsonRecord {
  BridgeStatsDelivery(JsonElement json) {
    super(json);
  }

  /** The number of requests sent. */
  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /** The number of connections opened for them. */
  public long getConnections() {
    return get("connections", Json::integer);
  }
}
