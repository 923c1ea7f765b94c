# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:f61aceebfa7df819522b91be45426366ed9b1db5491a43136c6a6f004eee1f18"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
