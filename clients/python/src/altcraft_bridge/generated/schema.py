# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:c60fec4e81489a47694fdcc801146fdd4edfbabefb3805daa9724dba9a9782d3"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
