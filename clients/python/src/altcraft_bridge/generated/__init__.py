# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""What is generated: types, methods, callbacks, events and errors."""
