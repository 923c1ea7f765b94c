// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The numbering of event codes: that of today's SDKs, or that of the older table in the
 * documentation.
 */
public enum EventCodes implements Choice {
  CURRENT("current"),
  LEGACY("legacy");

  private final String text;

  EventCodes(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
