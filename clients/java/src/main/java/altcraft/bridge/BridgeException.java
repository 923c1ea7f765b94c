package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.function.Function;

/**
 * A call that the bridge refused. Each reason has its own class, such as
 * {@link OutboxFullException}; a reason that this version does not know has only this one.
 */
public class BridgeException extends RuntimeException {
  private final transient JsonObject error;

  BridgeException(JsonObject error) {
    super(Json.text(error, "message"));
    this.error = error;
  }

  static String reason(JsonObject error) {
    return Json.text(data(error), "reason");
  }

  private static JsonObject data(JsonObject error) {
    JsonElement data = error.get("data");
    return data != null && data.isJsonObject() ? data.getAsJsonObject() : new JsonObject();
  }

  public final long getCode() {
    return Json.get(error, "code", Json::integer);
  }

  /** The name of the error: {@code outboxFull}. */
  public final String getReason() {
    return reason(error);
  }

  /** True if the same call may succeed later without a change. */
  public final boolean isRetryable() {
    return Json.text(data(error), "retryable").equals("true");
  }

  /** The data of the error. */
  public final JsonObject getData() {
    return data(error).deepCopy();
  }

  final <T> T member(String name, Function<? super JsonElement, T> reader) {
    return Json.get(data(error), name, reader);
  }
}
