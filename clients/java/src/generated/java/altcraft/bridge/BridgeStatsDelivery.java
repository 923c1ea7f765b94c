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

  /** The number of starts of the process that sends them. */
  public long getWorkerStarts() {
    return get("workerStarts", Json::integer);
  }

  /**
   * The number of times that this process crashed, hung or was replaced because a response kept it
   * busy.
   */
  public long getWorkerLosses() {
    return get("workerLosses", Json::integer);
  }
}
