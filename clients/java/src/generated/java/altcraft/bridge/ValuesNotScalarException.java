// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 475: invalid values: not all values are primitives */
public final class ValuesNotScalarException extends BridgeException {
  ValuesNotScalarException(JsonObject error) {
    super(error);
  }
}
