// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The interface that this was written from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** Of the document; {@code bridge.info} answers it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:8f4ba21d96551e11b4481ca51c9f3e84c5e56bdf75af405b3069e2792c86265f";

  private Schema() {}
}
