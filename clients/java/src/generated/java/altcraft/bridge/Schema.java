// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The interface that this was written from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** Of the document; {@code bridge.info} answers it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:517a5bfbe85f8387e6d8fd9a338e053ee40dc46177dae792b761a5430a672d91";

  private Schema() {}
}
