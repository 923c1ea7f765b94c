// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The encoding of {@code pushToken}: text as it is; hex or base64 for binary tokens, which are
 * stored as lower-case hex. Example: {@code "hex"}.
 */
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
