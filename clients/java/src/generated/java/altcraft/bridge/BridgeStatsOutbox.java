// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
 */
public final class BridgeStatsOutbox extends JsonRecord {
  BridgeStatsOutbox(JsonElement json) {
    super(json);
  }

  /** The number of accepted jobs. */
  public long getAccepted() {
    return get("accepted", Json::integer);
  }

  /** The number of delivered jobs. */
  public long getDelivered() {
    return get("delivered", Json::integer);
  }

  /** The number of jobs that the platform rejected. */
  public long getRejected() {
    return get("rejected", Json::integer);
  }

  /** The number of jobs whose time to live ended first. */
  public long getExpired() {
    return get("expired", Json::integer);
  }

  /**
   * The number of jobs that {@code clear}, a new resource token, a later suspend or unsubscribe, or
   * {@code outbox.discard} ended.
   */
  public long getCleared() {
    return get("cleared", Json::integer);
  }

  /** The number of jobs lost to damaged storage. */
  public long getLost() {
    return get("lost", Json::integer);
  }

  /** The number of pending jobs. */
  public long getPending() {
    return get("pending", Json::integer);
  }

  /** The size of the pending jobs, in bytes. */
  public long getBytes() {
    return get("bytes", Json::integer);
  }

  /**
   * The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601,
   * UTC.
   */
  public String getOldestPendingAt() {
    return get("oldestPendingAt", JsonElement::getAsString);
  }
}
