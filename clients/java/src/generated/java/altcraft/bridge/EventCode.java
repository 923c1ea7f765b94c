// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A row of the table of event codes. */
public final class EventCode extends JsonRecord {
  EventCode(JsonElement json) {
    super(json);
  }

  /** The number in today's SDKs. */
  public long getCode() {
    return get("code", Json::integer);
  }

  /** The number in the older table of the documentation; null if that has no such event. */
  public Long getLegacyCode() {
    return get("legacyCode", Json::integer);
  }

  /** The name, the same in both numberings. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /**
   * The class: event for a success or a notice, error for a final failure, retryError for a failure
   * that is retried.
   */
  public EventType getKind() {
    return get("class", EventType::of);
  }

  /** The meaning of the event. */
  public String getMeaning() {
    return get("meaning", JsonElement::getAsString);
  }

  /** True if the bridge retries after it. */
  public boolean isRetried() {
    return get("retried", JsonElement::getAsBoolean);
  }

  /** True if the bridge emits it. */
  public boolean isEmitted() {
    return get("emitted", JsonElement::getAsBoolean);
  }

  /** A remark, or the reason why the bridge never emits it; null if there is none. */
  public String getNote() {
    return get("note", JsonElement::getAsString);
  }
}
