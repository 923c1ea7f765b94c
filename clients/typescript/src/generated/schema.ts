// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** The version of the interface this was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document, which `bridge.info` answers as `schemaDigest`. */
export const schemaDigest = "sha256:da18c8a9030575040df2901a24912a19ad1e7ef4610ad92a679d4f1e717f94df";
