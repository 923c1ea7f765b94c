# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:52ccc6ceeb2dbf452369c05483eb5e15d97d11d4893a3b9b0ad13414dc2b99bf"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
