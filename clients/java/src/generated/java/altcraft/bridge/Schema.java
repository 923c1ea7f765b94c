// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The interface that this was written from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** Of the document; {@code bridge.info} answers it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:da18c8a9030575040df2901a24912a19ad1e7ef4610ad92a679d4f1e717f94df";

  private Schema() {}
}
