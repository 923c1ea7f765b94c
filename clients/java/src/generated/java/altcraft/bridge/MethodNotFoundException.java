// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** -32601: unknown method */
public final class MethodNotFoundException extends BridgeException {
  MethodNotFoundException(JsonObject error) {
    super(error);
  }

  /** {@code suggestions}; null if it is unknown. */
  public List<String> getSuggestions() {
    return member("suggestions", Json.list(JsonElement::getAsString));
  }
}
