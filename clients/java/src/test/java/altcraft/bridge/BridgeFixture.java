package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.rules.ExternalResource;

/** The environment of a test: a directory, programs, a platform. All of it ends with the test. */
final class BridgeFixture extends ExternalResource {
  /** The client's folder; the tests are started there. */
  static final Path CLIENT = Path.of("").toAbsolutePath();

  static final Path ROOT = CLIENT.getParent().getParent();

  static final String COMMAND = command();

  static final String[] LIMITS = {
    "--limit", "retryFirstSeconds=0.05", "--limit", "retryMaxSeconds=0.2",
    "--limit", "callbackSeconds=1"
  };

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Deque<Cleanup> cleanups = new ArrayDeque<>();
  private Path directory;

  private interface Cleanup {
    void run() throws Exception;
  }

  private static String command() {
    String named = System.getenv("ALTCRAFT_BRIDGE");
    boolean isNamed = named != null && !named.isEmpty();
    return isNamed ? named : ROOT.resolve(".build/debug/altcraft-bridge").toString();
  }

  @Override
  protected void before() throws IOException {
    directory = Files.createTempDirectory("altcraft-bridge-java-");
    cleanups.push(() -> remove(directory));
  }

  @Override
  protected void after() {
    for (Cleanup cleanup : cleanups) {
      try {
        cleanup.run();
      } catch (Exception error) {
        System.err.println("cleaning up: " + error);
      }
    }
  }

  private static void remove(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(found::add);
    }
    for (Path path : found) Files.deleteIfExists(path);
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  /** Closed with the test. */
  <T extends AutoCloseable> T closeAfterTest(T closeable) {
    cleanups.push(closeable::close);
    return closeable;
  }

  SpawnOptions spawnOptions() {
    return new SpawnOptions().command(COMMAND).dataDir(path("data")).args(LIMITS);
  }

  Bridge spawn() {
    return closeAfterTest(Bridge.spawn(spawnOptions()));
  }

  /** A program that reports when it is ready. */
  static final class Served {
    final Process process;
    final JsonObject ready;

    Served(Process process, JsonObject ready) {
      this.process = process;
      this.ready = ready;
    }
  }

  Served start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(COMMAND));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    cleanups.push(() -> process.destroyForcibly().waitFor());
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    StringBuilder output = new StringBuilder();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("{")) {
        Threads.start("log", () -> drain(reader));
        return new Served(process, Json.parse(line).getAsJsonObject());
      }
      output.append(line).append('\n');
    }
    throw new AssertionError(arguments[0] + " ended: " + output);
  }

  private static void drain(BufferedReader reader) {
    try {
      while (reader.readLine() != null) {}
    } catch (IOException error) {
      // It has ended.
    }
  }

  String startPlatform() throws IOException {
    return start("platform").ready.get("url").getAsString();
  }

  static JsonElement get(String url) throws Exception {
    return Json.parse(send(HttpRequest.newBuilder(URI.create(url)).build()));
  }

  static JsonElement post(String url, String body) throws Exception {
    HttpRequest.BodyPublisher publisher = HttpRequest.BodyPublishers.ofString(body);
    return Json.parse(send(HttpRequest.newBuilder(URI.create(url)).POST(publisher).build()));
  }

  private static String send(HttpRequest request) throws Exception {
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** Waits for ten seconds. */
  static void eventually(String what, BooleanSupplier isTrue) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() > end) throw new AssertionError("it never happened: " + what);
      Thread.sleep(5);
    }
  }

  /**
   * A program of the JDK with the class path of these tests. The second compiler of the virtual
   * machine costs more time than it saves in a short program.
   */
  static ProcessBuilder jdk(String program, String... arguments) {
    String prefix = program.equals("java") ? "" : "-J";
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", program).toString(),
            prefix + "-XX:TieredStopAtLevel=1", prefix + "-XX:+UseSerialGC",
            "--class-path", System.getProperty("java.class.path"));
    builder.command().addAll(List.of(arguments));
    builder.environment().put("ALTCRAFT_BRIDGE", COMMAND);
    return builder;
  }

  /** The standard output of a program that must succeed. */
  static String output(ProcessBuilder builder) throws Exception {
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) throw new AssertionError("status " + process.exitValue());
      return text;
    }
  }

  /** Adds a line to the results, from which the table of capabilities is made. */
  static synchronized void record(Object... members) throws IOException {
    String folder = System.getenv("CONFORMANCE_RESULTS");
    if (folder == null || folder.isEmpty()) return;
    JsonObject line = new JsonObject();
    for (int index = 0; index < members.length; index += 2) {
      Json.set(line, (String) members[index], members[index + 1]);
    }
    Files.writeString(
        Path.of(folder, "java.jsonl"), Json.write(line) + "\n",
        StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Returns true if a value has all members of the sample, with equal digits. */
  static boolean isLike(JsonElement sample, JsonElement value) {
    if (value == null) return false;
    if (sample.isJsonObject()) {
      return value.isJsonObject()
          && sample.getAsJsonObject().entrySet().stream().allMatch(
              member -> isLike(
                  member.getValue(), value.getAsJsonObject().get(member.getKey())));
    }
    if (sample.isJsonArray()) {
      int count = sample.getAsJsonArray().size();
      if (!value.isJsonArray() || value.getAsJsonArray().size() != count) return false;
      for (int index = 0; index < count; index++) {
        if (!isLike(sample.getAsJsonArray().get(index), value.getAsJsonArray().get(index))) {
          return false;
        }
      }
      return true;
    }
    return Json.write(sample).equals(Json.write(value));
  }
}
