// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:7d948b2325d9afba3fae0f5bf0ab3b592846a6b2ad38046e3d1322e19893d6e4";

  private Schema() {}
}
