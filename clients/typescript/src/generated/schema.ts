// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af";
