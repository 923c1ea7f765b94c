// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** -32602: since: expected integer */
public final class InvalidParamsException extends BridgeException {
  InvalidParamsException(JsonObject error) {
    super(error);
  }

  /** {@code parameter}; null where that is not known. */
  public String getParameter() {
    return member("parameter", JsonElement::getAsString);
  }

  /** {@code expected}; null where that is not known. */
  public String getExpected() {
    return member("expected", JsonElement::getAsString);
  }
}
