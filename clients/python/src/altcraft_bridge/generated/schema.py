# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:d9234252216a5320d1cba9ee44b7f92d4e7084c6dc71190fd8c4c76f6ac0532b"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
