# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8861bbdffc598ed677790729e5cb87b4db799f651eb068dd7b57f852d6fc63f1"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
