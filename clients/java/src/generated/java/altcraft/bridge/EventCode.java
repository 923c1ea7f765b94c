// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What an event code means. */
public final class EventCode extends JsonRecord {
  EventCode(JsonElement json) {
    super(json);
  }

  /** Its number in today's SDKs. */
  public long getCode() {
    return get("code", Json::integer);
  }

  /** Its number in the documentation's older table; null where that has none. */
  public Long getLegacyCode() {
    return get("legacyCode", Json::integer);
  }

  /** Its name, the same in both numberings. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The type of its events: event, final error, or error that is tried again. */
  public EventType getKind() {
    return get("class", EventType::of);
  }

  /** What such an event says. */
  public String getMeaning() {
    return get("meaning", JsonElement::getAsString);
  }

  /** Whether the bridge tries again. */
  public boolean isRetried() {
    return get("retried", JsonElement::getAsBoolean);
  }

  /** Whether the bridge ever emits it. */
  public boolean isEmitted() {
    return get("emitted", JsonElement::getAsBoolean);
  }

  /** Why it does not occur here, or what else there is to know; null for nothing. */
  public String getNote() {
    return get("note", JsonElement::getAsString);
  }
}
