# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:66fffe81b1d818fb5e2d7019900f7cb9b67606fdb5724e6d7c0efdb6a67cb623"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
