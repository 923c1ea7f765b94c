// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event about a push provider. */
public final class ProviderValue extends JsonRecord {
  ProviderValue(JsonElement json) {
    super(json);
  }

  /** The push provider in use, or the refused name, cut at 16 characters. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }
}
