// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The numbers of the outcomes that are kept. */
public final class OutcomePosition extends JsonRecord {
  OutcomePosition(JsonElement json) {
    super(json);
  }

  /** The epoch of {@code last}; "0" if there is none. Example: {@code "9f2c4b1e"}. */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /**
   * The number of the oldest outcome that is kept; one more than {@code last} if there is none.
   * Example: {@code 1}.
   */
  public long getFirst() {
    return get("first", Json::integer);
  }

  /** The number of the last outcome; 0 if there is none. Example: {@code 17}. */
  public long getLast() {
    return get("last", Json::integer);
  }
}
