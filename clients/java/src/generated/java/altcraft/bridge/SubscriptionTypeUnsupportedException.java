// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** 476: unsupported subscription type. Available: email, sms, push, cc_data */
public final class SubscriptionTypeUnsupportedException extends BridgeException {
  SubscriptionTypeUnsupportedException(JsonObject error) {
    super(error);
  }

  /** {@code accepted}; null if it is unknown. */
  public List<String> getAccepted() {
    return member("accepted", Json.list(JsonElement::getAsString));
  }
}
