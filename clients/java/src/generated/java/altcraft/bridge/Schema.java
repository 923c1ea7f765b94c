// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:feb4daa40ee4d1ea7d28c9f12a0cd40aa2a2fc7e9e03bdfa171999fdfebdc4e6";

  private Schema() {}
}
