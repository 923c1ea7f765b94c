// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Requests to the platform. */
public final class BridgeStatsDelivery extends JsonRecord {
  BridgeStatsDelivery(JsonElement json) {
    super(json);
  }

  /** How many were made. */
  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /** How often the process that makes them was started. */
  public long getWorkerStarts() {
    return get("workerStarts", Json::integer);
  }
}
