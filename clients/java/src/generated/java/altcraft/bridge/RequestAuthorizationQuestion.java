// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** The parameters of {@code notificationManager.requestAuthorization}. */
public final class RequestAuthorizationQuestion extends JsonRecord {
  RequestAuthorizationQuestion(JsonElement json) {
    super(json);
  }

  /**
   * The kinds of notification to ask for: alert, badge and sound. Example:
   * {@code ["alert", "badge", "sound"]}.
   */
  public List<String> getOptions() {
    return list("options", JsonElement::getAsString);
  }
}
