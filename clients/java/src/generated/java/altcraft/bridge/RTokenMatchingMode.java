// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The value of the query parameter matching_mode in requests that use the resource token: push_sub,
 * or rToken for the token itself, as earlier SDKs for iOS send it. Example: {@code "push_sub"}.
 */
public enum RTokenMatchingMode implements Choice {
  PUSH_SUB("push_sub"),
  R_TOKEN("rToken");

  private final String text;

  RTokenMatchingMode(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
