# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8fab316936d26394f57f89deba212bd2fc741040a2a63714bea14e97188fe557"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
