// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Messages from hosts. */
public final class BridgeStatsCalls extends JsonRecord {
  BridgeStatsCalls(JsonElement json) {
    super(json);
  }

  /** The number of requests. */
  public long getRequests() {
    return get("requests", Json::integer);
  }

  /** The number of notifications. */
  public long getNotifications() {
    return get("notifications", Json::integer);
  }

  /** The number of calls answered with an error, and of invalid messages. */
  public long getErrors() {
    return get("errors", Json::integer);
  }

  /** The number of responses without an open request. */
  public long getIgnoredResponses() {
    return get("ignoredResponses", Json::integer);
  }
}
