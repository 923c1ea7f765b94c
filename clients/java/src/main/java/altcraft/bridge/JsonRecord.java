package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.function.Function;

/**
 * An object of the interface. It keeps everything that the bridge sent, including members that
 * this version of the interface has no function for.
 */
public abstract class JsonRecord {
  private final JsonObject json;

  JsonRecord() {
    json = new JsonObject();
  }

  JsonRecord(JsonElement json) {
    this.json = json.getAsJsonObject();
  }

  /** Returns a copy as JSON. */
  public final JsonObject toJson() {
    return json.deepCopy();
  }

  final void set(String name, Object value) {
    Json.set(json, name, value);
  }

  final <T> T get(String name, Function<? super JsonElement, T> reader) {
    return Json.get(json, name, reader);
  }

  /** Returns an empty list if there is none. */
  final <T> List<T> list(String name, Function<? super JsonElement, T> reader) {
    List<T> items = Json.get(json, name, Json.list(reader));
    return items == null ? List.of() : items;
  }

  @Override
  public final boolean equals(Object other) {
    return other != null && getClass() == other.getClass()
        && json.equals(((JsonRecord) other).json);
  }

  @Override
  public final int hashCode() {
    return json.hashCode();
  }

  @Override
  public final String toString() {
    return Json.write(json);
  }
}
