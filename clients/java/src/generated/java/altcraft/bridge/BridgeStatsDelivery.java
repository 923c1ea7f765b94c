// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The delivery of BridgeStats. */
public final class BridgeStatsDelivery extends JsonRecord {
  BridgeStatsDelivery(JsonElement json) {
    super(json);
  }

  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  public long getWorkerStarts() {
    return get("workerStarts", Json::integer);
  }
}
