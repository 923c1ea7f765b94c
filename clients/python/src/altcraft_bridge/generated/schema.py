# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:82368a356993f828d515d2ae9e7419cd852b01811837f0aa7b52cc6fa6271f0c"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
