# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8ef980560f9c089e93f633a57f0236adc5f2a87ca9920a1ece3e13a664db9e0a"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
