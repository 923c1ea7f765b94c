// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** A push of any provider in one form. A member that the message does not have is null. */
public final class ParsedPush extends JsonRecord {
  ParsedPush(JsonElement json) {
    super(json);
  }

  /** Whether the platform made it. */
  public boolean isAltcraft() {
    return get("isAltcraft", JsonElement::getAsBoolean);
  }

  /**
   * How the message was built: that of a provider message, sdk for one with the SDK's marker, data
   * for a flat map of the platform; null for a message of someone else.
   */
  public Structure getStructure() {
    return get("structure", Structure::of);
  }

  /** What deliveries and opens are registered under. May be null. */
  public String getUid() {
    return get("uid", JsonElement::getAsString);
  }

  /** The platform's id of this sending, unique within its mailing. May be null. */
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

  /** Where an image to show is. The bridge does not fetch it. May be null. */
  public String getMedia() {
    return get("media", JsonElement::getAsString);
  }

  /** Where an icon to show is. The bridge does not fetch it. May be null. */
  public String getIcon() {
    return get("icon", JsonElement::getAsString);
  }

  /** What a tap on the notification opens. May be null. */
  public String getClickUrl() {
    return get("clickUrl", JsonElement::getAsString);
  }

  /** Buttons to show, in order; empty when there are none. */
  public List<PushButton> getButtons() {
    return list("buttons", PushButton::new);
  }

  /**
   * Addresses of the platform that count opens and deliveries. The bridge never fetches them. May
   * be null.
   */
  public HubLink getHubLink() {
    return get("hubLink", HubLink::new);
  }

  /** The number on the app's icon. May be null. */
  public Long getBadge() {
    return get("badge", Json::integer);
  }

  /** The sound to play. May be null. */
  public String getSound() {
    return get("sound", JsonElement::getAsString);
  }

  /** What else came with the message. */
  public JsonObject getExtra() {
    return get("extra", JsonElement::getAsJsonObject);
  }
}
