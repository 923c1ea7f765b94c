# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:e32d8fb17341180daa4e0729e6d46814e4db2aad31eeacf424ec3882469af23c"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
