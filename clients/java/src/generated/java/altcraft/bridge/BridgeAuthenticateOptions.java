// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code bridge.authenticate}. */
public final class BridgeAuthenticateOptions extends JsonRecord {
  public BridgeAuthenticateOptions() {}

  /**
   * The token of this run of the bridge: the content of the file {@code rpc.token} in the data
   * directory, or of {@code rpc.observer-token} to read only; or the {@code session} of an earlier
   * answer. Example: {@code "0123456789abcdef"}.
   */
  public BridgeAuthenticateOptions token(String token) {
    set("token", token);
    return this;
  }

  /**
   * The ticket from the URL of {@code bridge.ticket}, instead of a token. Example:
   * {@code "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}.
   */
  public BridgeAuthenticateOptions ticket(String ticket) {
    set("ticket", ticket);
    return this;
  }
}
