// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of storageError. */
public final class StorageValue extends JsonRecord {
  StorageValue(JsonElement json) {
    super(json);
  }

  /** Why, or that it has recovered. */
  public String getCause() {
    return get("cause", JsonElement::getAsString);
  }

  /** The first record that is lost. May be null. */
  public Long getFrom() {
    return get("from", Json::integer);
  }

  /** The last one, where that is known. May be null. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** How many are lost. May be null. */
  public Long getLost() {
    return get("lost", Json::integer);
  }
}
