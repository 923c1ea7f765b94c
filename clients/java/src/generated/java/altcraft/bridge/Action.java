// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** A button of a notification. */
public final class Action extends JsonRecord {
  Action(JsonElement json) {
    super(json);
  }

  /** The identifier: button0 for the first button of the push. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The label of the button. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** The options of the button: foreground opens the app. */
  public List<String> getOptions() {
    return list("options", JsonElement::getAsString);
  }
}
