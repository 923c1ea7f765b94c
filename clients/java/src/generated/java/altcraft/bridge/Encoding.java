// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** How the token is written here. A binary one is kept as lower-case hex. */
public enum Encoding implements Choice {
  TEXT("text"),
  HEX("hex"),
  BASE64("base64");

  private final String text;

  Encoding(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
