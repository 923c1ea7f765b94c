// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** error, notice (the default), info or debug. */
public enum Level implements Choice {
  ERROR("error"),
  NOTICE("notice"),
  INFO("info"),
  DEBUG("debug");

  private final String text;

  Level(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
