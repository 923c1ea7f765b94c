# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:470e8fab51d4b3ea34ee86eb7b010fee19d99140e6edf0b6bd108305d25bc690"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
