# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8062c38d237afd61c231b57c7027c756ccf55b41ef205975d93d93b1dc11152f"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
