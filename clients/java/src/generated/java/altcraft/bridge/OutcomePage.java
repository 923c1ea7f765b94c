// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** Outcomes in the order of their numbers. */
public final class OutcomePage extends JsonRecord {
  OutcomePage(JsonElement json) {
    super(json);
  }

  /** The outcomes, oldest first. */
  public List<NumberedOutcome> getOutcomes() {
    return list("outcomes", NumberedOutcome::new);
  }

  /** The {@code after} of the next page. Example: {@code 17}. */
  public long getNext() {
    return get("next", Json::integer);
  }

  /** The epoch of {@code next}. Example: {@code "9f2c4b1e"}. */
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

  /**
   * True if {@code after} and {@code epoch} are not of this data directory: the page begins with
   * the oldest outcome.
   */
  public boolean isRolledBack() {
    return get("rolledBack", JsonElement::getAsBoolean);
  }
}
