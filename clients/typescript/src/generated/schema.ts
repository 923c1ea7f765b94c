// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:97d36b4184799b4a25001b071bc7b71f66dd6a02895bb7901074d2cba0ee4382";
