// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * What became of the work: accepted is the sum of delivered, rejected, expired, cleared, lost and
 * pending.
 */
public final class BridgeStatsOutbox extends JsonRecord {
  BridgeStatsOutbox(JsonElement json) {
    super(json);
  }

  /** Pieces of work that were accepted. */
  public long getAccepted() {
    return get("accepted", Json::integer);
  }

  /** Those the platform took. */
  public long getDelivered() {
    return get("delivered", Json::integer);
  }

  /** Those it refused for good. */
  public long getRejected() {
    return get("rejected", Json::integer);
  }

  /** Those whose time to live was over first. */
  public long getExpired() {
    return get("expired", Json::integer);
  }

  /** Those that clear ended. */
  public long getCleared() {
    return get("cleared", Json::integer);
  }

  /** Those lost to damage of the disk. */
  public long getLost() {
    return get("lost", Json::integer);
  }

  /** Those still to be delivered. */
  public long getPending() {
    return get("pending", Json::integer);
  }

  /** What the pending ones take of the outbox, in bytes. */
  public long getBytes() {
    return get("bytes", Json::integer);
  }

  /**
   * When the oldest pending one was accepted; null when nothing is pending. A time in ISO 8601 and
   * UTC.
   */
  public String getOldestPendingAt() {
    return get("oldestPendingAt", JsonElement::getAsString);
  }
}
