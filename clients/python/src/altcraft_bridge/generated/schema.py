# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The interface that this package was generated from."""

INTERFACE_VERSION = "0.1.0"
"""Its version."""

SCHEMA_DIGEST = "sha256:97d36b4184799b4a25001b071bc7b71f66dd6a02895bb7901074d2cba0ee4382"
"""The digest of the document; `bridge.info` returns it as `schemaDigest`."""
