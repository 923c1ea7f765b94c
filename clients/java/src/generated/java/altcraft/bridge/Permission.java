// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Whether notifications may be shown. */
public final class Permission extends JsonRecord {
  Permission(JsonElement json) {
    super(json);
  }

  /** Whether the user lets notifications be shown. */
  public boolean isGranted() {
    return get("granted", JsonElement::getAsBoolean);
  }
}
