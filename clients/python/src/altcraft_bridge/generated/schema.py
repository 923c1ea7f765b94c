# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:f31f507bcf0905e6ad557d6791ded9aad81e7104eb514202895ad1cd353a3b2d"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
