# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:ddfb0ed3f0b243687d1163d034641fd06a7f9efc2023b9e0da48e692b3a08bba"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
