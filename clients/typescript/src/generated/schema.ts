// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** The version of the interface this was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document, which `bridge.info` answers as `schemaDigest`. */
export const schemaDigest = "sha256:8f4ba21d96551e11b4481ca51c9f3e84c5e56bdf75af405b3069e2792c86265f";
