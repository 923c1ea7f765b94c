// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** The way to show a push while the app is in the foreground. */
public final class PresentationOptions extends JsonRecord {
  /**
   * @param options Any of banner, badge and sound, also list and alert; empty to show nothing.
   *     Example: {@code ["banner", "sound"]}.
   */
  public PresentationOptions(List<String> options) {
    set("options", options);
  }

  PresentationOptions(JsonElement json) {
    super(json);
  }

  /**
   * Any of banner, badge and sound, also list and alert; empty to show nothing. Example:
   * {@code ["banner", "sound"]}.
   */
  public List<String> getOptions() {
    return list("options", JsonElement::getAsString);
  }
}
