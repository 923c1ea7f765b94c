// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * -32011: the change could not be written to disk
 *
 * <p>The same call may succeed later.
 */
public final class StorageFailedException extends BridgeException {
  StorageFailedException(JsonObject error) {
    super(error);
  }

  /** {@code cause}; null if it is unknown. */
  public String getOwnCause() {
    return member("cause", JsonElement::getAsString);
  }
}
