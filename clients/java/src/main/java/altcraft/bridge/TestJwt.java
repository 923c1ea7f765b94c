package altcraft.bridge;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A JWT for tests: without a signature, so that a real platform rejects it. */
public final class TestJwt {
  /** The ways to match a profile, with the identifiers of each. */
  private static final Map<String, List<String>> MATCHINGS = new LinkedHashMap<>();

  private static final Set<String> INTEGERS = Set.of("db_id", "exp", "iat", "nbf");
  private static final Set<String> REGISTERED =
      Set.of("exp", "iat", "nbf", "iss", "sub", "aud", "jti");

  static {
    for (String name : List.of("email", "phone", "profile_id")) MATCHINGS.put(name, List.of(name));
    MATCHINGS.put("custom", List.of("field_name", "field_value"));
    MATCHINGS.put("push_sub", List.of("provider", "subscription_id"));
  }

  private TestJwt() {}

  /**
   * Returns the JWT that {@code altcraft-bridge jwt} prints for the same claims.
   *
   * @param claims {@code db_id} and an identifier: {@code email}, {@code phone}, {@code
   *     profile_id}, {@code field_name} with {@code field_value}, or {@code provider} with {@code
   *     subscription_id}. {@code matching} follows from the identifier unless it is given.
   *     Registered claims such as {@code exp} are allowed too.
   */
  public static String of(Map<String, ?> claims) {
    JsonObject payload = new JsonObject();
    JsonObject matching = new JsonObject();
    claims.forEach(
        (name, value) -> {
          check(name, value);
          Json.set(REGISTERED.contains(name) ? payload : matching, name, value);
        });
    String kind = null;
    for (Map.Entry<String, List<String>> one : MATCHINGS.entrySet()) {
      long given = one.getValue().stream().filter(matching::has).count();
      if (given > 0 && given < one.getValue().size()) {
        throw new IllegalArgumentException("a JWT needs all or none of " + one.getValue());
      }
      if (given > 0 && kind == null) kind = one.getKey();
    }
    if (kind == null || !matching.has("db_id")) {
      throw new IllegalArgumentException("a JWT needs db_id and an identifier, such as email");
    }
    if (!matching.has("matching")) matching.addProperty("matching", kind);
    payload.add("matching", matching);
    return encoded("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + encoded(Json.write(payload)) + ".";
  }

  private static void check(String name, Object value) {
    Stream<String> identifiers = MATCHINGS.values().stream().flatMap(List::stream);
    boolean isKnown =
        INTEGERS.contains(name) || REGISTERED.contains(name) || name.equals("matching")
            || identifiers.anyMatch(name::equals);
    if (!isKnown) throw new IllegalArgumentException(name + ": unknown claim");
    if (INTEGERS.contains(name)) {
      boolean isInteger = value instanceof Integer || value instanceof Long;
      if (isInteger && ((Number) value).longValue() >= 0) return;
      throw new IllegalArgumentException(name + ": must be an integer from 0");
    }
    if (value instanceof String && !((String) value).isBlank()) return;
    throw new IllegalArgumentException(name + ": must be a text that is not empty");
  }

  private static String encoded(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
