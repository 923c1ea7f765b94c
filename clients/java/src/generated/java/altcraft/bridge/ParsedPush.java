// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** A push of any provider in one form. A member that the push does not have is null. */
public final class ParsedPush extends JsonRecord {
  ParsedPush(JsonElement json) {
    super(json);
  }

  /** True if the push comes from the platform. */
  public boolean isAltcraft() {
    return get("isAltcraft", JsonElement::getAsBoolean);
  }

  /**
   * The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a
   * flat map of the platform; null for a push of another sender.
   */
  public Structure getStructure() {
    return get("structure", Structure::of);
  }

  /** The id of the push; delivery and open events are registered under it. May be null. */
  public String getUid() {
    return get("uid", JsonElement::getAsString);
  }

  /** The platform's id of this launch, unique within its mailing. May be null. */
  public String getLaunchId() {
    return get("launchId", JsonElement::getAsString);
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

  /** The address of the image to show. The bridge does not fetch it. May be null. */
  public String getMedia() {
    return get("media", JsonElement::getAsString);
  }

  /** The address of the icon to show. The bridge does not fetch it. May be null. */
  public String getIcon() {
    return get("icon", JsonElement::getAsString);
  }

  /** The address that a tap on the notification opens. May be null. */
  public String getClickUrl() {
    return get("clickUrl", JsonElement::getAsString);
  }

  /** The buttons to show, in order; empty if there is none. */
  public List<PushButton> getButtons() {
    return list("buttons", PushButton::new);
  }

  /**
   * Addresses of the platform that count opens and deliveries. The bridge never requests them. May
   * be null.
   */
  public HubLink getHubLink() {
    return get("hubLink", HubLink::new);
  }

  /** The number on the icon of the app. May be null. */
  public Long getBadge() {
    return get("badge", Json::integer);
  }

  /** The sound to play. May be null. */
  public String getSound() {
    return get("sound", JsonElement::getAsString);
  }

  /**
   * True for a push that shows nothing: one that says so, or one without a title and a text whose
   * {@code contentAvailable} is true.
   */
  public boolean isSilent() {
    return get("silent", JsonElement::getAsBoolean);
  }

  /** True if the push wakes the app in the background. May be null. */
  public Boolean isContentAvailable() {
    return get("contentAvailable", JsonElement::getAsBoolean);
  }

  /** The address in the app that a tap opens. May be null. */
  public String getDeeplink() {
    return get("deeplink", JsonElement::getAsString);
  }

  /** The intent that a tap opens on a Huawei device. May be null. */
  public String getIntent() {
    return get("intent", JsonElement::getAsString);
  }

  /** The background color of the icon. May be null. */
  public String getColor() {
    return get("color", JsonElement::getAsString);
  }

  /** The notification channel of the app on Android. May be null. */
  public String getChannelId() {
    return get("channelId", JsonElement::getAsString);
  }

  /** The importance of the notification on a Huawei device. May be null. */
  public String getImportance() {
    return get("importance", JsonElement::getAsString);
  }

  /** The other data of the push. */
  public JsonObject getExtra() {
    return get("extra", JsonElement::getAsJsonObject);
  }

  /**
   * The members of the message that no other member here holds, nested as they came. A text that
   * contains JSON is an object if a part of it is held.
   */
  public JsonObject getRest() {
    return get("rest", JsonElement::getAsJsonObject);
  }
}
