// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event for storage that fails or works again. */
public final class StorageValue extends JsonRecord {
  StorageValue(JsonElement json) {
    super(json);
  }

  /**
   * The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
   */
  public String getCause() {
    return get("cause", JsonElement::getAsString);
  }

  /** The number of the first lost record; absent if none is lost. May be null. */
  public Long getFrom() {
    return get("from", Json::integer);
  }

  /** The number of the last lost record; absent if it is unknown. May be null. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** The number of lost records; absent if none is lost. May be null. */
  public Long getLost() {
    return get("lost", Json::integer);
  }
}
