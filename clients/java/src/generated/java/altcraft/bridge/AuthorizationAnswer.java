// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The answer of a user who was asked to allow notifications. */
public final class AuthorizationAnswer extends JsonRecord {
  /**
   * @param granted True if the user allows notifications, from the operating system of the
   *     device. Example: {@code true}.
   */
  public AuthorizationAnswer(boolean granted) {
    set("granted", granted);
  }

  /** The error of the operating system, as a text of the host; null if there is none. */
  public AuthorizationAnswer error(String error) {
    set("error", error);
    return this;
  }
}
