// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** 475: invalid values: not all values are primitives */
public final class ValuesNotScalarException extends BridgeException {
  ValuesNotScalarException(JsonObject error) {
    super(error);
  }

  /** {@code parameter}; null if it is unknown. */
  public String getParameter() {
    return member("parameter", JsonElement::getAsString);
  }
}
