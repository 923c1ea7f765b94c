// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/** The visible content and the data of a notification. */
public final class NotificationContent extends JsonRecord {
  public NotificationContent() {}

  NotificationContent(JsonElement json) {
    super(json);
  }

  /** The title to show. */
  public NotificationContent title(String title) {
    set("title", title);
    return this;
  }

  /** The line below the title. */
  public NotificationContent subtitle(String subtitle) {
    set("subtitle", subtitle);
    return this;
  }

  /** The text to show. */
  public NotificationContent body(String body) {
    set("body", body);
    return this;
  }

  /** The number on the icon of the app. */
  public NotificationContent badge(long badge) {
    set("badge", badge);
    return this;
  }

  /** The sound to play. */
  public NotificationContent sound(String sound) {
    set("sound", sound);
    return this;
  }

  /** The category that the actions belong to. */
  public NotificationContent categoryIdentifier(String categoryIdentifier) {
    set("categoryIdentifier", categoryIdentifier);
    return this;
  }

  /** The data of the push. */
  public NotificationContent userInfo(Map<String, ?> userInfo) {
    set("userInfo", userInfo);
    return this;
  }

  /** The title to show. May be null. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** The line below the title. May be null. */
  public String getSubtitle() {
    return get("subtitle", JsonElement::getAsString);
  }

  /** The text to show. May be null. */
  public String getBody() {
    return get("body", JsonElement::getAsString);
  }

  /** The number on the icon of the app. May be null. */
  public Long getBadge() {
    return get("badge", Json::integer);
  }

  /** The sound to play. May be null. */
  public String getSound() {
    return get("sound", JsonElement::getAsString);
  }

  /** The category that the actions belong to. May be null. */
  public String getCategoryIdentifier() {
    return get("categoryIdentifier", JsonElement::getAsString);
  }

  /** The data of the push. May be null. */
  public JsonObject getUserInfo() {
    return get("userInfo", JsonElement::getAsJsonObject);
  }
}
