// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 476: unsupported subscription type. Available: email, sms, push, cc_data */
public final class SubscriptionTypeUnsupportedException extends BridgeException {
  SubscriptionTypeUnsupportedException(JsonObject error) {
    super(error);
  }
}
