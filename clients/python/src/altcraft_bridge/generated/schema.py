# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:38017ede1d60bd7f6205f788427f1a35e3ddb2b3c707424c44b476a194850a34"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
