// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** The content to show for a push: that of its request, with its image and buttons. */
public final class ShownContent extends JsonRecord {
  ShownContent(JsonElement json) {
    super(json);
  }

  /** The title to show. Example: {@code "Sale"}. May be null. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** The line below the title. Example: {@code "Only today"}. May be null. */
  public String getSubtitle() {
    return get("subtitle", JsonElement::getAsString);
  }

  /** The text to show. Example: {@code "All shoes at half price"}. May be null. */
  public String getBody() {
    return get("body", JsonElement::getAsString);
  }

  /** The number on the icon of the app. Example: {@code 2}. May be null. */
  public Long getBadge() {
    return get("badge", Json::integer);
  }

  /** The sound to play, a file of the app or default. Example: {@code "default"}. May be null. */
  public String getSound() {
    return get("sound", JsonElement::getAsString);
  }

  /** The category that the actions belong to. Example: {@code "Altcraft"}. May be null. */
  public String getCategoryIdentifier() {
    return get("categoryIdentifier", JsonElement::getAsString);
  }

  /** The data of the push, as it arrived. Example: {@code {"_uid": "uid-1"}}. May be null. */
  public JsonObject getUserInfo() {
    return get("userInfo", JsonElement::getAsJsonObject);
  }

  /** The image of the push; empty if it has none. */
  public List<Attachment> getAttachments() {
    return list("attachments", Attachment::new);
  }

  /** The category to register, named by {@code categoryIdentifier}; null without buttons. */
  public NotificationCategory getCategory() {
    return get("category", NotificationCategory::new);
  }
}
