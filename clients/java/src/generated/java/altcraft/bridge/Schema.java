// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af";

  private Schema() {}
}
