package altcraft.bridge;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A choice of the requests that reached a {@link SimulatedPlatform}; by default all of them. */
public final class RequestFilter {
  private final Map<String, String> members = new TreeMap<>();

  /** The exact path, or its start before a {@code *}, such as {@code /subscription/*}. */
  public RequestFilter path(String path) {
    return set("path", path);
  }

  /** The HTTP method. */
  public RequestFilter method(String method) {
    return set("method", method);
  }

  /** The header Request-ID. */
  public RequestFilter requestId(String requestId) {
    return set("requestId", requestId);
  }

  private RequestFilter set(String name, String value) {
    members.put(name, value);
    return this;
  }

  RequestFilter waiting(int count, Duration limit) {
    RequestFilter waiting = new RequestFilter();
    waiting.members.putAll(members);
    return waiting
        .set("count", String.valueOf(count))
        .set("waitMs", String.valueOf(limit.toMillis()));
  }

  String query() {
    return members.entrySet().stream()
        .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
