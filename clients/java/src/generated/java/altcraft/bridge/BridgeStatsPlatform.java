// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The platform of the app group. */
public final class BridgeStatsPlatform extends JsonRecord {
  BridgeStatsPlatform(JsonElement json) {
    super(json);
  }

  /** Its address; null without a configuration. */
  public String getUrl() {
    return get("url", JsonElement::getAsString);
  }

  /**
   * The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable
   * for none, untried before the first one to this address since the start.
   */
  public BridgeStatsPlatformState getState() {
    return get("state", BridgeStatsPlatformState::of);
  }
}
