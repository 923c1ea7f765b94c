# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
