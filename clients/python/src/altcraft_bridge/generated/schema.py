# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:232cbf2b45636cc46d8c0e7df35f6bbebf66d710525ae24cd7a73102b88c8a75"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
