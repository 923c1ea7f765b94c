package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;

/** The published parts work: the example, the README, and the artefact. */
public final class ExampleTest {
  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  @Test
  public void theExampleLogsInAndOutAndSurvivesARestartOfTheBridge() throws Exception {
    String platform = fixture.startPlatform();
    String example = BridgeFixture.CLIENT.resolve("examples/Login.java").toString();

    String output = BridgeFixture.output(BridgeFixture.jdk("java", example, platform));

    List<String> lines =
        output.lines().filter(line -> !line.contains("event")).collect(Collectors.toList());
    assertEquals(
        List.of(
            "anonymous:", "  subscribed", "logged in:", "  subscribed", "the bridge is killed:",
            "logged out:", "  subscribed"),
        lines);
    assertTrue(output, output.contains("event 230 pushSubscribe.succeeded"));
    assertTrue(output, output.contains("event 234 unSuspend.succeeded"));
  }

  @Test
  public void theFiveLinesOfTheReadmeWorkWhenPasted() throws Exception {
    String platform = fixture.startPlatform();
    String readme = Files.readString(BridgeFixture.CLIENT.resolve("README.md"));
    Matcher lines = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertTrue(lines.find());
    String pasted =
        lines.group(1)
            .replace("https://pxl.example.com", platform)
            .replace("./altcraft-data", fixture.path("data").toString());
    Path script = Files.writeString(fixture.path("pasted.jsh"), pasted + "/exit\n");

    String output = jshell(script);

    assertTrue(output, output.contains("\"state\":\"delivered\""));
  }

  @Test
  public void theLinesOfTheReadmeForOutcomesWorkWhenPasted() throws Exception {
    String readme = Files.readString(BridgeFixture.CLIENT.resolve("README.md"));
    String section = readme.substring(readme.indexOf("## Outcomes"), readme.indexOf("## Errors"));
    StringBuilder pasted =
        new StringBuilder("import altcraft.bridge.*;\n")
            .append("import java.io.*;\nimport java.nio.file.*;\nimport java.util.*;\n")
            .append("Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir(\"")
            .append(fixture.path("data"))
            .append("\"));\nbridge.initialization(")
            .append("new Configuration(\"http://127.0.0.1:9\").rToken(\"r\")).join();\n")
            .append("bridge.pushSubscribe().join();\nbridge.clear().join();\n")
            .append("bridge.initialization(")
            .append("new Configuration(\"http://127.0.0.1:9\").rToken(\"r\")).join();\n");
    Matcher lines = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(section);
    while (lines.find()) pasted.append(lines.group(1));
    Path position = fixture.path("position");
    String text =
        pasted
            .append("while (!Files.exists(position)) Thread.sleep(10);\n")
            .append("outcomes.close();\nbridge.close();\n/exit\n")
            .toString()
            .replace("\"position", "\"" + position);
    Path script = Files.writeString(fixture.path("outcomes.jsh"), text);

    String output = jshell(script);

    assertTrue(output, output.contains(" cleared"));
    assertTrue(output, output.contains("{\"matched\":0,\"done\":0}"));
    assertTrue(Files.readString(position).matches("1 [0-9a-f]{8}"));
  }

  /** The output of a script of JShell. */
  private String jshell(Path script) throws Exception {
    String preferences = "-J-Djava.util.prefs.userRoot=" + fixture.path("preferences");
    return BridgeFixture.output(
        BridgeFixture.jdk(
            "jshell", preferences, "--feedback", "concise", script.toString()));
  }

  @Test
  public void theJarWorksInAnEmptyProjectWithTheBridgeOnThePathOrBesideIt() throws Exception {
    Path library = Files.createDirectories(fixture.path("library"));
    Path jar = BridgeFixture.CLIENT.resolve("target/altcraft-bridge.jar");
    Files.copy(jar, library.resolve("altcraft-bridge.jar"));
    Files.copy(gson(), library.resolve("gson.jar"));
    String app =
        "import altcraft.bridge.*;\n"
            + "class App { public static void main(String[] arguments) {\n"
            + "  try (Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir(arguments[0]))) {\n"
            + "    System.out.println(bridge.bridge().ping().join());\n"
            + "  }\n"
            + "} }\n";
    Path source = Files.writeString(fixture.path("App.java"), app);
    String classes = fixture.path("classes").toString();
    BridgeFixture.output(BridgeFixture.jdk("javac", "-d", classes, source.toString()));
    Path bridge = Path.of(BridgeFixture.COMMAND).toRealPath();

    String onPath = run(bridge.getParent() + ":/usr/bin:/bin");
    Files.createSymbolicLink(library.resolve("altcraft-bridge"), bridge);
    String beside = run("/usr/bin:/bin");

    assertEquals("pong\n", onPath);
    assertEquals("pong\n", beside);
  }

  private String run(String path) throws Exception {
    String classes = fixture.path("library") + "/*:" + fixture.path("classes");
    ProcessBuilder builder =
        BridgeFixture.jdk(
            "java", "--class-path", classes, "App", fixture.path("data").toString());
    builder.environment().clear();
    builder.environment().put("PATH", path);
    return BridgeFixture.output(builder);
  }

  private static Path gson() throws Exception {
    return Path.of(
        Gson.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
