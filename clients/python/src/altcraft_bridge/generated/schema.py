# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:f7f6dd4abcda4493e26f1faf98a8df313f45c891ab6098c4dd0fbb89842dce96"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
