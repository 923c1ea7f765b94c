// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** The buttons of a notification, as a category to register. */
public final class NotificationCategory extends JsonRecord {
  NotificationCategory(JsonElement json) {
    super(json);
  }

  /** The identifier of the category: always Altcraft. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The actions, one for each button. */
  public List<Action> getActions() {
    return list("actions", Action::new);
  }
}
