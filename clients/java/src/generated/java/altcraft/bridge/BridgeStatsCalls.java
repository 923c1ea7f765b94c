// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The calls of BridgeStats. */
public final class BridgeStatsCalls extends JsonRecord {
  BridgeStatsCalls(JsonElement json) {
    super(json);
  }

  public long getRequests() {
    return get("requests", Json::integer);
  }

  public long getNotifications() {
    return get("notifications", Json::integer);
  }

  public long getErrors() {
    return get("errors", Json::integer);
  }

  public long getIgnoredResponses() {
    return get("ignoredResponses", Json::integer);
  }
}
