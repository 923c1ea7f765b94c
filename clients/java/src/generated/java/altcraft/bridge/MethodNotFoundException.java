// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** -32601: there is no such method */
public final class MethodNotFoundException extends BridgeException {
  MethodNotFoundException(JsonObject error) {
    super(error);
  }

  /** {@code suggestions}; null where that is not known. */
  public List<String> getSuggestions() {
    return member("suggestions", Json.list(JsonElement::getAsString));
  }
}
