// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The interface that this was written from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** Of the document; {@code bridge.info} answers it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:ddfb0ed3f0b243687d1163d034641fd06a7f9efc2023b9e0da48e692b3a08bba";

  private Schema() {}
}
