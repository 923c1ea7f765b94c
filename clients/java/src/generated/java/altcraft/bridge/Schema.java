// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The interface that this was written from. */
public final class Schema {
  public static final String VERSION = "0.1.0";

  /** Of the document; {@code bridge.info} answers it as {@code schemaDigest}. */
  public static final String DIGEST =
      "sha256:4202519d570a63bf29e3d6441c25ab332892095f1bf6782b8936a3cbe425bc99";

  private Schema() {}
}
