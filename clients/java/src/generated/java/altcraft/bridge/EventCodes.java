// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table
 * in the documentation. Example: {@code "current"}.
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
