# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""The generated types, methods, callbacks, events and errors."""
