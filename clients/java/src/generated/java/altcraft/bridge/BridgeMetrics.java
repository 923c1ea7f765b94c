// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The counters of bridge.stats for a monitoring system. */
public final class BridgeMetrics extends JsonRecord {
  BridgeMetrics(JsonElement json) {
    super(json);
  }

  /** The media type of {@code text}, for an HTTP header. */
  public String getContentType() {
    return get("contentType", JsonElement::getAsString);
  }

  /**
   * Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
   * are seconds and bytes.
   */
  public String getText() {
    return get("text", JsonElement::getAsString);
  }
}
