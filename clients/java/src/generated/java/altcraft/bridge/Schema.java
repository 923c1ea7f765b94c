// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:97d36b4184799b4a25001b071bc7b71f66dd6a02895bb7901074d2cba0ee4382";

  private Schema() {}
}
