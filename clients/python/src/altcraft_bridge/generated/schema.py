# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:4202519d570a63bf29e3d6441c25ab332892095f1bf6782b8936a3cbe425bc99"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
