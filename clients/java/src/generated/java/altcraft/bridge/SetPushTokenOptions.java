// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code setPushToken} may be given. */
public final class SetPushTokenOptions extends JsonRecord {
  public SetPushTokenOptions() {}

  /** How the token is written here. A binary one is kept as lower-case hex. */
  public SetPushTokenOptions encoding(Encoding encoding) {
    set("encoding", encoding);
    return this;
  }
}
