# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:da0bf83816b2ce467634ba4e57ed52a27f8cbaad5a93f75ffe31e034da7e2077"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
