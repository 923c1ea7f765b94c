package altcraft.bridge;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * A failure of a {@link SimulatedPlatform}, and the requests that it applies to: by default all of
 * them. A delay can be used alone, or with any other failure.
 */
public final class Fault extends JsonRecord {
  private final Map<String, Object> match = new TreeMap<>();
  private final Map<String, Object> fault = new TreeMap<>();

  /** The exact path, or its start before a {@code *}, such as {@code /subscription/*}. */
  public Fault path(String path) {
    return match("path", path);
  }

  /** The HTTP method. */
  public Fault method(String method) {
    return match("method", method);
  }

  /** The header Request-ID. */
  public Fault requestId(String requestId) {
    return match("requestId", requestId);
  }

  /** The number, from 1, of the only request that fails, among those that match. */
  public Fault nth(int nth) {
    return match("nth", nth);
  }

  /** The number of requests that fail; without it all of them, until a reset. */
  public Fault times(int times) {
    set("times", times);
    return this;
  }

  /** Answers with this status, and does not execute the request. */
  public Fault status(int status) {
    return fault("status", status);
  }

  /** The headers of that answer. */
  public Fault headers(Map<String, String> headers) {
    return fault("headers", headers);
  }

  /** The JSON of that answer. A text is sent as it is. */
  public Fault body(Object body) {
    return fault("body", body);
  }

  /** Resets the connection {@code before} or {@code after} the request is executed. */
  public Fault drop(String moment) {
    return fault("drop", moment);
  }

  /** Executes the request, and ends the answer after this number of bytes of its body. */
  public Fault truncateBody(int bytes) {
    return fault("truncateBody", bytes);
  }

  /** Redirects to this URL. */
  public Fault redirect(String url) {
    return fault("redirect", url);
  }

  /** Never answers. */
  public Fault hang() {
    return fault("hang", true);
  }

  /** Answers this much later, in whole milliseconds. */
  public Fault delay(Duration delay) {
    return fault("delayMs", delay.toMillis());
  }

  private Fault match(String name, Object value) {
    match.put(name, value);
    set("match", match);
    return this;
  }

  private Fault fault(String name, Object value) {
    fault.put(name, value);
    set("fault", fault);
    return this;
  }
}
