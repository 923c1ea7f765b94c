// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:2ef18dc3ad25ae9cd2b5828c1e5b72330477cffe09837a91f1f7eef5427f94cd";
