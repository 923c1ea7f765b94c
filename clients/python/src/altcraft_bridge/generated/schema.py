# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:5f979882c3e01ce9158237402a0280451843cf44b09fb3318baa1136b75fa896"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
