package altcraft.bridge;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Converts JSON between text, Gson and Java values. Numbers keep all their digits. */
final class Json {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private Json() {}

  static JsonElement parse(String text) {
    return JsonParser.parseString(text);
  }

  /** Writes JSON on one line. */
  static String write(JsonElement json) {
    return GSON.toJson(json);
  }

  static void set(JsonObject json, String name, Object value) {
    json.add(name, of(value));
  }

  /** Returns a copy of a value that JSON allows; throws for any other. */
  static JsonElement of(Object value) {
    if (value == null) return JsonNull.INSTANCE;
    if (value instanceof JsonElement) return ((JsonElement) value).deepCopy();
    if (value instanceof JsonRecord) return ((JsonRecord) value).toJson();
    if (value instanceof JsonChoice) return ((JsonChoice) value).toJson();
    if (value instanceof Choice) return of((Choice) value);
    if (value instanceof String) return new JsonPrimitive((String) value);
    if (value instanceof Boolean) return new JsonPrimitive((Boolean) value);
    if (value instanceof Number) return of((Number) value);
    if (value instanceof Map) return of((Map<?, ?>) value);
    if (value instanceof Iterable) return of((Iterable<?>) value);
    if (value instanceof Object[]) return of(List.of((Object[]) value));
    throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
  }

  private static JsonElement of(Choice choice) {
    if (choice.text().isEmpty()) throw new IllegalArgumentException("UNKNOWN cannot be sent");
    return new JsonPrimitive(choice.text());
  }

  private static JsonElement of(Number number) {
    if (Double.isNaN(number.doubleValue()) || number.equals(Double.POSITIVE_INFINITY)
        || number.equals(Double.NEGATIVE_INFINITY)) {
      throw new IllegalArgumentException("JSON has no number " + number);
    }
    return new JsonPrimitive(number);
  }

  private static JsonElement of(Map<?, ?> map) {
    JsonObject json = new JsonObject();
    map.forEach((name, value) -> json.add(String.valueOf(name), of(value)));
    return json;
  }

  private static JsonElement of(Iterable<?> items) {
    JsonArray json = new JsonArray();
    items.forEach(item -> json.add(of(item)));
    return json;
  }

  /** Returns the member; null if it is missing or JSON's null. */
  static <T> T get(JsonObject json, String name, Function<? super JsonElement, T> reader) {
    JsonElement member = json.get(name);
    return member == null || member.isJsonNull() ? null : reader.apply(member);
  }

  /** Returns the text of a member; an empty one if there is none. */
  static String text(JsonElement json, String name) {
    JsonElement member = json.getAsJsonObject().get(name);
    return member != null && member.isJsonPrimitive() ? member.getAsString() : "";
  }

  /** Throws an {@link ArithmeticException} for a value that a long cannot hold exactly. */
  static Long integer(JsonElement json) {
    return json.getAsBigDecimal().longValueExact();
  }

  static <T> Function<JsonElement, List<T>> list(Function<? super JsonElement, T> reader) {
    return json -> {
      List<T> items = new ArrayList<>();
      json.getAsJsonArray().forEach(item -> items.add(reader.apply(item)));
      return Collections.unmodifiableList(items);
    };
  }

  static <E extends Choice> E choice(JsonElement json, E[] choices, E unknown) {
    for (E choice : choices) {
      if (choice.text().equals(json.getAsString())) return choice;
    }
    return unknown;
  }

  static Void nothing(JsonElement json) {
    return null;
  }
}
