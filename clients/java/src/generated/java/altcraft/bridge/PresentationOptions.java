// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** How to show a push while the app is in use. */
public final class PresentationOptions extends JsonRecord {
  /**
   * @param options banner, badge and sound, or less.
   */
  public PresentationOptions(List<String> options) {
    set("options", options);
  }

  PresentationOptions(JsonElement json) {
    super(json);
  }

  /** banner, badge and sound, or less. */
  public List<String> getOptions() {
    return list("options", JsonElement::getAsString);
  }
}
