// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:7d948b2325d9afba3fae0f5bf0ab3b592846a6b2ad38046e3d1322e19893d6e4";
