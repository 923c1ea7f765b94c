# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8f027362ef9960d39411fb9df86298abd346f240651a72b1a4d36889524f6ee5"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
