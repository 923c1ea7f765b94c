package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.junit.Test;

/** The vectors: values of each type and calls of each method, right and wrong ones, with the verdict. */
public final class VectorsTest {
  /** A value beyond a long, in which the types keep integers. */
  private static final String BEYOND_LONG = "9223372036854775808";

  @Rule public final BridgeFixture fixture = new BridgeFixture();

  private static List<JsonObject> vectors() throws Exception {
    List<JsonObject> lines = new ArrayList<>();
    for (String line : Files.readAllLines(BridgeFixture.ROOT.resolve("schema/vectors.jsonl"))) {
      lines.add(Json.parse(line).getAsJsonObject());
    }
    return lines;
  }

  /** Types that the bridge sends read and keep the right values, and fail for most others. */
  @Test
  public void typesReadAndKeepTheRightValues() throws Exception {
    int right = 0;
    int wrong = 0;
    int refused = 0;
    for (JsonObject line : vectors()) {
      Constructor<?> reader = line.has("type") ? reader(Json.text(line, "type")) : null;
      if (reader == null) continue;
      JsonElement value = line.get("value");
      String problem = problem(reader, value);
      if (!line.get("valid").getAsBoolean()) {
        wrong++;
        if (problem != null) refused++;
        boolean isOtherForm = line.get("place").getAsString().isEmpty() && !value.isJsonObject();
        assertTrue(Json.write(line), problem != null || !isOtherForm);
      } else if (problem == null || !Json.write(value).contains(BEYOND_LONG)) {
        right++;
        assertEquals(Json.write(line), null, problem);
      }
    }
    assertTrue(right + " " + refused + " " + wrong, right > 300 && refused > wrong / 2);
    BridgeFixture.record("vectors", "values", "right", right, "wrong", refused, "of", wrong);
  }

  /** The constructor that reads JSON; null for a type that is only sent, or has several forms. */
  private static Constructor<?> reader(String type) {
    try {
      Class<?> found = Class.forName("altcraft.bridge." + type);
      boolean isOne = !Modifier.isAbstract(found.getModifiers());
      return isOne ? found.getDeclaredConstructor(JsonElement.class) : null;
    } catch (ClassNotFoundException | NoSuchMethodException error) {
      return null;
    }
  }

  /** The reason why a value cannot be read, or is not kept; null if there is none. */
  private static String problem(Constructor<?> reader, JsonElement value) throws Exception {
    try {
      JsonRecord record = (JsonRecord) reader.newInstance(value);
      readAll(record);
      return record.toJson().equals(value) ? null : "it is now " + record;
    } catch (InvocationTargetException error) {
      return String.valueOf(error.getCause());
    }
  }

  /** Calls every function that reads a member, also of inner objects. */
  private static void readAll(Object value) throws Exception {
    if (value instanceof Iterable) {
      for (Object item : (Iterable<?>) value) readAll(item);
    }
    if (!(value instanceof JsonRecord)) return;
    for (Method method : value.getClass().getMethods()) {
      boolean isMember = method.getName().matches("(get|is)[A-Z].*");
      if (!isMember || method.getDeclaringClass() == Object.class) continue;
      if (method.getParameterCount() == 0) readAll(method.invoke(value));
    }
  }

  @Test
  public void theBridgeGetsEachCallAsItWasMade() throws Exception {
    Bridge bridge = fixture.spawn();
    List<JsonObject> lines = new ArrayList<>();
    List<CompletableFuture<JsonElement>> calls = new ArrayList<>();
    for (JsonObject line : vectors()) {
      if (line.has("given")) {
        JsonObject given = line.getAsJsonObject("given");
        bridge.call(Json.text(given, "method"), given.getAsJsonObject("params").asMap()).join();
      } else if (line.has("method")) {
        lines.add(line);
        JsonObject call = new JsonObject();
        call.add("method", line.get("method"));
        call.add("params", line.get("params"));
        calls.add(bridge.call("bridge.check", call.asMap()));
      }
    }
    assertTrue(lines.size() > 4_000);
    for (int index = 0; index < lines.size(); index++) {
      JsonObject line = lines.get(index);
      JsonElement expected = line.has("error") ? line.get("error") : line.get("valid");
      assertEquals(Json.write(line), expected, verdict(calls.get(index)));
    }
    BridgeFixture.record("vectors", "calls", "right", lines.size());
  }

  private static JsonElement verdict(CompletableFuture<JsonElement> call) throws Exception {
    try {
      call.get(60, TimeUnit.SECONDS);
      return Json.of(true);
    } catch (java.util.concurrent.ExecutionException | CompletionException error) {
      BridgeException refusal = (BridgeException) error.getCause();
      JsonObject found = new JsonObject();
      Json.set(found, "code", refusal.getCode());
      Json.set(found, "reason", refusal.getReason());
      if (refusal.getData().has("parameter")) {
        found.add("parameter", refusal.getData().get("parameter"));
      }
      return found;
    }
  }

  @Test
  public void valuesAreWrittenAsTheyWereRead() throws Exception {
    for (String line : Files.readAllLines(BridgeFixture.ROOT.resolve("schema/vectors.jsonl"))) {
      assertEquals(line, Json.write(Json.parse(line)));
    }
  }
}
