// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:2ef18dc3ad25ae9cd2b5828c1e5b72330477cffe09837a91f1f7eef5427f94cd";

  private Schema() {}
}
