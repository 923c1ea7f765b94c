// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:feb4daa40ee4d1ea7d28c9f12a0cd40aa2a2fc7e9e03bdfa171999fdfebdc4e6";
