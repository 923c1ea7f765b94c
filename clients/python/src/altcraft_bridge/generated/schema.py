# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""The interface this was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:86918bd632004f103602cd27ad303f5e738fea71a680a88a44b62269dedd4ee3"
"""The digest of the document, which `bridge.info` answers as `schemaDigest`."""
