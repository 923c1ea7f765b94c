// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What a click leads to. */
public final class ClickResult extends JsonRecord {
  ClickResult(JsonElement json) {
    super(json);
  }

  /** What to open; null for nothing. */
  public String getUrl() {
    return get("url", JsonElement::getAsString);
  }

  /** sdk: the open event is registered. app: the app has done all there is to do. */
  public HandledBy getHandledBy() {
    return get("handledBy", HandledBy::of);
  }
}
