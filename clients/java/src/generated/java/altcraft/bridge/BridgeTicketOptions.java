// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code bridge.ticket}. */
public final class BridgeTicketOptions extends JsonRecord {
  public BridgeTicketOptions() {}

  /**
   * The role of the connection that uses the ticket: {@code observer} may only read. An observer
   * can only make tickets of this role. Example: {@code "observer"}.
   */
  public BridgeTicketOptions role(Role role) {
    set("role", role);
    return this;
  }
}
