package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

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

/** What is shown to others works: the example, the README, and the jar. */
public final class ExampleTest {
  private final World world = new World();

  @Rule public final RuleChain rules = RuleChain.outerRule(world).around(Timeout.seconds(60));

  /** As a user has it: the jar of this library and Gson. */
  private ProcessBuilder java(String program, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", program).toString(),
            "--class-path", System.getProperty("java.class.path"));
    builder.command().addAll(List.of(arguments));
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

    String said = World.output(java("jshell", "--feedback", "concise", script.toString()));

    assertTrue(said, said.contains("\"state\":\"delivered\""));
  }
}
