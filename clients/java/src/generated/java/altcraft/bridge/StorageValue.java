// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event that the disk failed, or is well again. */
public final class StorageValue extends JsonRecord {
  StorageValue(JsonElement json) {
    super(json);
  }

  /**
   * What failed: noSpace, readOnly, ioError, or what was damaged; recovered when it works again.
   */
  public String getCause() {
    return get("cause", JsonElement::getAsString);
  }

  /** The number of the first record that is lost; left out when none is. May be null. */
  public Long getFrom() {
    return get("from", Json::integer);
  }

  /** That of the last one; left out when it is not known. May be null. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** How many records are lost; left out when none is. May be null. */
  public Long getLost() {
    return get("lost", Json::integer);
  }
}
