# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:760bb28e1e17297b42ad0ed7fd711d3736d5da6c862e8d947079d1a3175ca754"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
