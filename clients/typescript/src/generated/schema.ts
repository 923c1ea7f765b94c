// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** The version of the interface this was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document, which `bridge.info` answers as `schemaDigest`. */
export const schemaDigest = "sha256:4202519d570a63bf29e3d6441c25ab332892095f1bf6782b8936a3cbe425bc99";
