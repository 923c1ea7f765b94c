# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:c4aba948070f503ba981172c3a702c2c5fce9caedca968dc4e446ebc49a421f4"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
