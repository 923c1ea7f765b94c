# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:7aeedcf8bb14c1880804d0004dbd5eff0db5288a4f958aab0911aaedc56bc92b"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
