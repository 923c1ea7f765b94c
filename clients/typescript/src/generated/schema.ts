// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** The version of the interface this was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document, which `bridge.info` answers as `schemaDigest`. */
export const schemaDigest = "sha256:ddfb0ed3f0b243687d1163d034641fd06a7f9efc2023b9e0da48e692b3a08bba";
