# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:7d948b2325d9afba3fae0f5bf0ab3b592846a6b2ad38046e3d1322e19893d6e4"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
