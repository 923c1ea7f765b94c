# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:feb4daa40ee4d1ea7d28c9f12a0cd40aa2a2fc7e9e03bdfa171999fdfebdc4e6"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
