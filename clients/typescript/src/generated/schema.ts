// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

/** The version of the interface this was generated from. */
export const interfaceVersion = "0.1.0";

/** The digest of the document, which `bridge.info` answers as `schemaDigest`. */
export const schemaDigest = "sha256:517a5bfbe85f8387e6d8fd9a338e053ee40dc46177dae792b761a5430a672d91";
