// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The version of the interface that these classes were generated from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** The digest of the document; {@code bridge.info} returns it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:ab33f2c13d50ad750f81139651cb90dd5abad9dd739a866499a823ab44bf76d0";

  private Schema() {}
}
