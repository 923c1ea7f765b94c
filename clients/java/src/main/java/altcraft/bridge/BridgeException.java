package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.function.Function;

/**
 * A call that the bridge refused. Each reason has a class of its own, such as
 * {@link OutboxFullException}; one that this version of the interface does not know is only this.
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

  /** Whether the same call may succeed later with nothing else changed. */
  public final boolean isRetryable() {
    return Json.text(data(error), "retryable").equals("true");
  }

  /** All that came with it. */
  public final JsonObject getData() {
    return data(error).deepCopy();
  }

  final <T> T member(String name, Function<? super JsonElement, T> reader) {
    return Json.get(data(error), name, reader);
  }
}
