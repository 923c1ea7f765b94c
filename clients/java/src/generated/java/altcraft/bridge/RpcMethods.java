// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code rpc.}. */
public final class RpcMethods {
  private final Caller caller;

  RpcMethods(Caller caller) {
    this.caller = caller;
  }

  /** Returns this document. */
  public CompletableFuture<JsonObject> discover() {
    return caller.call("rpc.discover", new JsonObject(), JsonElement::getAsJsonObject);
  }
}
