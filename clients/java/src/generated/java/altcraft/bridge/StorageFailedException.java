// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * -32011: the storage did not take the work
 *
 * <p>The same call may succeed later.
 */
public final class StorageFailedException extends BridgeException {
  StorageFailedException(JsonObject error) {
    super(error);
  }

  /** {@code cause}; null where that is not known. */
  public String getOwnCause() {
    return member("cause", JsonElement::getAsString);
  }
}
