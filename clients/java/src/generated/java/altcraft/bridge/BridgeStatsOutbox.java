// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outbox of BridgeStats. */
public final class BridgeStatsOutbox extends JsonRecord {
  BridgeStatsOutbox(JsonElement json) {
    super(json);
  }

  public long getAccepted() {
    return get("accepted", Json::integer);
  }

  public long getDelivered() {
    return get("delivered", Json::integer);
  }

  public long getRejected() {
    return get("rejected", Json::integer);
  }

  public long getExpired() {
    return get("expired", Json::integer);
  }

  public long getCleared() {
    return get("cleared", Json::integer);
  }

  public long getLost() {
    return get("lost", Json::integer);
  }

  public long getPending() {
    return get("pending", Json::integer);
  }

  public long getBytes() {
    return get("bytes", Json::integer);
  }

  /** May be null. */
  public String getOldestPendingAt() {
    return get("oldestPendingAt", JsonElement::getAsString);
  }
}
