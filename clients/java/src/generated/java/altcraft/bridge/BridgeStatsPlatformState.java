// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable
 * for none, untried before the first one to this address since the start.
 */
public enum BridgeStatsPlatformState implements Choice {
  UNTRIED("untried"),
  WELL("well"),
  FAILING("failing"),
  UNREACHABLE("unreachable"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  BridgeStatsPlatformState(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static BridgeStatsPlatformState of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
