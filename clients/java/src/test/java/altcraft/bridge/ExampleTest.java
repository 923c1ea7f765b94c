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

/** What is handed to others works: the example, the README, and the artefact. */
public final class ExampleTest {
  private final World world = new World();

  @Rule public final RuleChain rules = RuleChain.outerRule(world).around(Timeout.seconds(60));

  /** A program of the JDK with the class path of these tests. */
  private ProcessBuilder java(String program, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", program).toString(),
            "--class-path", System.getProperty("java.class.path"));
    builder.command().addAll(List.of(arguments));
    builder.environment().put("ALTCRAFT_BRIDGE", World.COMMAND);
    return builder;
  }

  @Test
  public void theExampleLogsInAndOutAndSurvivesARestartOfTheBridge() throws Exception {
    String platform = world.startPlatform();
    String example = World.CLIENT.resolve("examples/Login.java").toString();

    String said = World.output(java("java", example, platform, world.path("data").toString()));

    List<String> story =
        said.lines().filter(line -> !line.contains("event")).collect(Collectors.toList());
    assertEquals(
        List.of(
            "anonymous:", "  subscribed", "logged in:", "  subscribed", "the bridge is killed:",
            "logged out:", "  subscribed"),
        story);
    assertTrue(said, said.contains("event 230 pushSubscribe.succeeded"));
    assertTrue(said, said.contains("event 234 unSuspend.succeeded"));
  }

  @Test
  public void theFiveLinesOfTheReadmeWorkWhenPasted() throws Exception {
    String platform = world.startPlatform();
    String readme = Files.readString(World.CLIENT.resolve("README.md"));
    Matcher lines = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertTrue(lines.find());
    String pasted =
        lines.group(1)
            .replace("https://pxl.example.com", platform)
            .replace("./altcraft-data", world.path("data").toString());
    Path script = Files.writeString(world.path("pasted.jsh"), pasted + "/exit\n");

    String preferences = "-J-Djava.util.prefs.userRoot=" + world.path("preferences");
    String said =
        World.output(java("jshell", preferences, "--feedback", "concise", script.toString()));

    assertTrue(said, said.contains("\"state\":\"delivered\""));
  }

  @Test
  public void theJarWorksInAnEmptyProjectWithTheBridgeOnThePathOrBesideIt() throws Exception {
    Path library = Files.createDirectories(world.path("library"));
    Path jar = World.CLIENT.resolve("target/altcraft-bridge.jar");
    Files.copy(jar, library.resolve("altcraft-bridge.jar"));
    Files.copy(gson(), library.resolve("gson.jar"));
    String app =
        "import altcraft.bridge.*;\n"
            + "class App { public static void main(String[] arguments) {\n"
            + "  try (Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir(arguments[0]))) {\n"
            + "    System.out.println(bridge.bridge().ping().join());\n"
            + "  }\n"
            + "} }\n";
    Files.writeString(world.path("App.java"), app);
    Path bridge = Path.of(World.COMMAND).toRealPath();

    String onPath = run(bridge.getParent() + ":/usr/bin:/bin");
    for (String name : List.of("altcraft-bridge", "altcraft-bridge-delivery")) {
      Files.createSymbolicLink(library.resolve(name), bridge.resolveSibling(name));
    }
    String beside = run("/usr/bin:/bin");

    assertEquals("pong\n", onPath);
    assertEquals("pong\n", beside);
  }

  private String run(String path) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            java, "--class-path", world.path("library") + "/*", world.path("App.java").toString(),
            world.path("data").toString());
    builder.environment().clear();
    builder.environment().put("PATH", path);
    return World.output(builder);
  }

  private static Path gson() throws Exception {
    return Path.of(
        Gson.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
