// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * -32012: the host did not answer in time
 *
 * <p>The same call may succeed later.
 */
public final class CallbackTimeoutException extends BridgeException {
  CallbackTimeoutException(JsonObject error) {
    super(error);
  }

  /** {@code callback}; null if it is unknown. */
  public String getCallback() {
    return member("callback", JsonElement::getAsString);
  }
}
