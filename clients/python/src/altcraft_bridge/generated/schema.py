# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:8f4ba21d96551e11b4481ca51c9f3e84c5e56bdf75af405b3069e2792c86265f"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
