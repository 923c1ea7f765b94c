// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** -32602: a parameter is not valid for this method */
public final class InvalidParamsException extends BridgeException {
  InvalidParamsException(JsonObject error) {
    super(error);
  }

  /** {@code parameter}; null if it is unknown. */
  public String getParameter() {
    return member("parameter", JsonElement::getAsString);
  }

  /** {@code expected}; null if it is unknown. */
  public String getExpected() {
    return member("expected", JsonElement::getAsString);
  }
}
