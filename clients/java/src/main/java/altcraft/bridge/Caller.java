package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Makes calls by name. */
interface Caller {
  /** {@code result} reads the answer; it is not called for null, which is returned as null. */
  <T> CompletableFuture<T> call(
      String method, JsonObject parameters, Function<? super JsonElement, ? extends T> result);
}
