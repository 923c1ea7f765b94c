# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:c54c557ecaa6bace18ec5a834be91c26e9827f7fd9cb81d03851cde6deccd13d"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
