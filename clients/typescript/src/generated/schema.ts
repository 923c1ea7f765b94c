// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

/** The version of the interface that this module was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
export const schemaDigest = "sha256:ab33f2c13d50ad750f81139651cb90dd5abad9dd739a866499a823ab44bf76d0";
