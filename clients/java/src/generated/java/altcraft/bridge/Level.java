// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The least severe level to log; notice at the start. Example: {@code "info"}. */
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
