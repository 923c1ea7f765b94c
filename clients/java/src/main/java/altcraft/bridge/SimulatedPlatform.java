package altcraft.bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A simulated platform for the tests of a host, which fails on request. It is a process of its own,
 * which ends with the process of the tests at the latest.
 *
 * <pre>{@code
 * try (SimulatedPlatform platform = SimulatedPlatform.start()) {
 *   platform.fail(new Fault().path("/event/post").drop("after").times(1));
 * }
 * }</pre>
 */
public final class SimulatedPlatform implements AutoCloseable {
  /** A proxy could not reach the platform, which listens on the loopback only. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .proxy(HttpClient.Builder.NO_PROXY)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  private final Process process;
  private final String url;

  private SimulatedPlatform(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Starts a platform on a free port, with the program that {@link Bridge#spawn} starts. */
  public static SimulatedPlatform start() {
    return start(new SpawnOptions());
  }

  /** Starts a platform with this program and more of its arguments. */
  public static SimulatedPlatform start(SpawnOptions options) {
    List<String> command = new ArrayList<>();
    command.add(ProcessTransport.find(options.command).toString());
    command.addAll(
        List.of("platform", "--parent-pid", String.valueOf(ProcessHandle.current().pid())));
    command.addAll(options.args);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(options.env);
    StringBuilder log = new StringBuilder();
    try {
      Process process = builder.start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          return new SimulatedPlatform(process, Json.text(Json.parse(line), "url"));
        }
        log.append('\n').append(line);
      }
    } catch (IOException error) {
      log.append(error.getMessage());
    }
    throw new IllegalStateException("the simulated platform cannot be started: " + log);
  }

  /** The {@code apiUrl} of a configuration. */
  public String getUrl() {
    return url;
  }

  /** Ends the platform and its process. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }

  /** Makes requests fail. Of several faults, the first that applies is used. */
  public void fail(Fault... faults) {
    script(Map.of("rules", List.of(faults)));
  }

  /** Adds the content of a file for {@code altcraft-bridge platform --script}. */
  public void script(Map<String, ?> script) {
    control("POST", "/__script", Json.write(Json.of(script)));
  }

  /** Returns the requests that have arrived, the oldest first. */
  public List<RecordedRequest> requests() {
    return requests(new RequestFilter());
  }

  /** Returns the requests that have arrived and match, the oldest first. */
  public List<RecordedRequest> requests(RequestFilter filter) {
    JsonObject page = control("GET", "/__requests?" + filter.query(), "");
    return Json.list(RecordedRequest::new).apply(page.get("requests"));
  }

  /** Waits 10 seconds for this number of requests; throws an {@link AssertionError} otherwise. */
  public List<RecordedRequest> waitForRequests(int count, RequestFilter filter) {
    return waitForRequests(count, filter, Duration.ofSeconds(10));
  }

  /** Waits for this number of requests, at most for a minute. */
  public List<RecordedRequest> waitForRequests(int count, RequestFilter filter, Duration limit) {
    List<RecordedRequest> found = requests(filter.waiting(count, limit));
    if (found.size() >= count) return found;
    String text = found.size() + " of " + count + " requests arrived within " + limit.toMillis();
    throw new AssertionError(
        found.stream().map(one -> "\n" + one.summary()).reduce(text + " ms", String::concat));
  }

  /**
   * Sends a campaign; returns its {@code id} and the number of its {@code pushes}.
   *
   * @param campaign {@code message} with its values, such as {@code title}; and optionally {@code
   *     audience} ({@code token}, {@code provider}, {@code category}, {@code profileId}, {@code
   *     databaseId}), {@code structure}, {@code form} ({@code device} or {@code provider}), {@code
   *     fault} ({@code lose} or {@code repeat}) and {@code utm}
   */
  public JsonObject sendPush(Map<String, ?> campaign) {
    return control("POST", "/__campaigns", Json.write(Json.of(campaign)));
  }

  /** Receives the message of a push as the device with this push token, within 10 seconds. */
  public Map<String, JsonElement> waitForPush(String token) {
    return waitForPush(token, Duration.ofSeconds(10));
  }

  /** Receives the message of a push; throws an {@link AssertionError} if none arrives in time. */
  public Map<String, JsonElement> waitForPush(String token, Duration limit) {
    String path = "/__pushes?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    JsonArray pushes =
        control("GET", path + "&waitMs=" + limit.toMillis(), "").getAsJsonArray("pushes");
    if (pushes.size() == 0) {
      throw new AssertionError("no push arrived within " + limit.toMillis() + " ms");
    }
    JsonObject push = pushes.get(0).getAsJsonObject();
    control("GET", path + "&since=" + push.get("number"), "");
    Map<String, JsonElement> message = new LinkedHashMap<>();
    push.getAsJsonObject("message").entrySet()
        .forEach(member -> message.put(member.getKey(), member.getValue()));
    return message;
  }

  /** Returns {@code databases} with their profiles, {@code mobileEvents} and {@code pushEvents}. */
  public JsonObject state() {
    return control("GET", "/__state", "");
  }

  /** Removes all faults, requests, profiles and events, and restores the settings. */
  public void reset() {
    control("POST", "/__reset", "");
  }

  private JsonObject control(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response =
          CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      JsonObject answer = Json.parse(response.body()).getAsJsonObject();
      if (response.statusCode() == 200) return answer;
      throw new IllegalArgumentException(
          method + " " + path + ": " + Json.text(answer, "error_text"));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interruption);
    }
  }
}
