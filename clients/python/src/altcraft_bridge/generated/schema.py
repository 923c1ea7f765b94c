# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:80f275bacce183150c3867328a7c25d6ed763c91f1c975b4ab4eb6f2ff3144db"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
