// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code setPushToken}. */
public final class SetPushTokenOptions extends JsonRecord {
  public SetPushTokenOptions() {}

  /**
   * The encoding of {@code pushToken}: text as it is; hex or base64 for binary tokens, which are
   * stored as lower-case hex. Example: {@code "hex"}.
   */
  public SetPushTokenOptions encoding(Encoding encoding) {
    set("encoding", encoding);
    return this;
  }
}
