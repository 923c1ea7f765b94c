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

  /** The title to show. Example: {@code "Sale"}. */
  public NotificationContent title(String title) {
    set("title", title);
    return this;
  }

  /** The line below the title. Example: {@code "Only today"}. */
  public NotificationContent subtitle(String subtitle) {
    set("subtitle", subtitle);
    return this;
  }

  /** The text to show. Example: {@code "All shoes at half price"}. */
  public NotificationContent body(String body) {
    set("body", body);
    return this;
  }

  /** The number on the icon of the app. Example: {@code 2}. */
  public NotificationContent badge(long badge) {
    set("badge", badge);
    return this;
  }

  /** The sound to play, a file of the app or default. Example: {@code "default"}. */
  public NotificationContent sound(String sound) {
    set("sound", sound);
    return this;
  }

  /** The category that the actions belong to. Example: {@code "Altcraft"}. */
  public NotificationContent categoryIdentifier(String categoryIdentifier) {
    set("categoryIdentifier", categoryIdentifier);
    return this;
  }

  /** The data of the push, as it arrived. Example: {@code {"_uid": "uid-1"}}. */
  public NotificationContent userInfo(Map<String, ?> userInfo) {
    set("userInfo", userInfo);
    return this;
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
}
