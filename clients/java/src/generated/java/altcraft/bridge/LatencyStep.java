// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A step of the histogram of times. */
public final class LatencyStep extends JsonRecord {
  LatencyStep(JsonElement json) {
    super(json);
  }

  /** The longest time that falls into this step, in microseconds; null for the rest. */
  public Long getLe() {
    return get("le", Json::integer);
  }

  /** How many requests fall into it and into none before. */
  public long getCount() {
    return get("count", Json::integer);
  }
}
