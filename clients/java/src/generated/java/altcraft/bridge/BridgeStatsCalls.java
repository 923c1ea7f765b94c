// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Messages of hosts. */
public final class BridgeStatsCalls extends JsonRecord {
  BridgeStatsCalls(JsonElement json) {
    super(json);
  }

  /** Calls that are to be answered. */
  public long getRequests() {
    return get("requests", Json::integer);
  }

  /** Calls that are not. */
  public long getNotifications() {
    return get("notifications", Json::integer);
  }

  /** Calls that ended with an error, and messages that were none. */
  public long getErrors() {
    return get("errors", Json::integer);
  }

  /** Answers to nothing that was asked, or too late. */
  public long getIgnoredResponses() {
    return get("ignoredResponses", Json::integer);
  }
}
