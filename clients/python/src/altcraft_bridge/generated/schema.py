# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:2ef18dc3ad25ae9cd2b5828c1e5b72330477cffe09837a91f1f7eef5427f94cd"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
