# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:da18c8a9030575040df2901a24912a19ad1e7ef4610ad92a679d4f1e717f94df"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
