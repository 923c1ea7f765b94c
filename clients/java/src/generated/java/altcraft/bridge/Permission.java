// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The permission to show notifications. */
public final class Permission extends JsonRecord {
  Permission(JsonElement json) {
    super(json);
  }

  /**
   * True if the user allows notifications, from the operating system of the device. Example:
   * {@code true}.
   */
  public boolean isGranted() {
    return get("granted", JsonElement::getAsBoolean);
  }

  /** The error of the operating system, as a text of the host; null if there is none. */
  public String getError() {
    return get("error", JsonElement::getAsString);
  }
}
