// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A bucket of the histogram of response times. */
public final class LatencyStep extends JsonRecord {
  LatencyStep(JsonElement json) {
    super(json);
  }

  /** The upper bound of the bucket, in microseconds; null for the last one. */
  public Long getLe() {
    return get("le", Json::integer);
  }

  /** The number of requests in this bucket and not in a lower one. */
  public long getCount() {
    return get("count", Json::integer);
  }
}
