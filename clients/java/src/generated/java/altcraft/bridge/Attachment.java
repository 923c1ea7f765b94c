// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** An image to attach to a notification. */
public final class Attachment extends JsonRecord {
  Attachment(JsonElement json) {
    super(json);
  }

  /** The identifier of the attachment: always img. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The address of the image. The bridge does not fetch it. */
  public String getUrl() {
    return get("url", JsonElement::getAsString);
  }
}
