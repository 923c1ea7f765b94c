// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The numbering of events: today's, or that of the documentation's older table. */
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
