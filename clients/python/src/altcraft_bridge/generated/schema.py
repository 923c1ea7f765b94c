# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:517a5bfbe85f8387e6d8fd9a338e053ee40dc46177dae792b761a5430a672d91"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
