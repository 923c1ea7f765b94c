# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:ab33f2c13d50ad750f81139651cb90dd5abad9dd739a866499a823ab44bf76d0"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
