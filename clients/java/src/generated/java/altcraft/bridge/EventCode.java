// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** One of those that events.catalog answers. */
public final class EventCode extends JsonRecord {
  EventCode(JsonElement json) {
    super(json);
  }

  /** Today's code. */
  public long getCode() {
    return get("code", Json::integer);
  }

  /** That of the older table; null where it has none. */
  public Long getLegacyCode() {
    return get("legacyCode", Json::integer);
  }

  /** The same in both. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The type of its events. */
  public EventType getKind() {
    return get("class", EventType::of);
  }

  /** What it says. */
  public String getMeaning() {
    return get("meaning", JsonElement::getAsString);
  }

  /** Whether the bridge tries again. */
  public boolean isRetried() {
    return get("retried", JsonElement::getAsBoolean);
  }

  /** Whether it can occur here. */
  public boolean isEmitted() {
    return get("emitted", JsonElement::getAsBoolean);
  }

  /** Why not, or what else there is to know. May be null. */
  public String getNote() {
    return get("note", JsonElement::getAsString);
  }
}
