# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:6aff260ae2e221f2d69c86594262b72ce581310e3517a9133dc7c8af02c90543"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
