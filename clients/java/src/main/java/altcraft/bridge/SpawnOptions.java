package altcraft.bridge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Options for starting a bridge. */
public final class SpawnOptions extends BridgeOptions<SpawnOptions> {
  String command;
  final List<String> args = new ArrayList<>();
  final Map<String, String> env = new HashMap<>();
  Consumer<String> onLog = line -> {};

  @Override
  SpawnOptions self() {
    return this;
  }

  /**
   * The program. By default that of the variable {@code ALTCRAFT_BRIDGE}, the one next to the jar
   * of this library, or the one on the PATH.
   */
  public SpawnOptions command(String command) {
    this.command = command;
    return this;
  }

  /** The data directory of the bridge. */
  public SpawnOptions dataDir(String directory) {
    return args("--data-dir", directory);
  }

  /** The data directory of the bridge. */
  public SpawnOptions dataDir(Path directory) {
    return dataDir(directory.toString());
  }

  /** More arguments for {@code altcraft-bridge serve}. */
  public SpawnOptions args(String... args) {
    this.args.addAll(List.of(args));
    return this;
  }

  /** Adds an environment variable. */
  public SpawnOptions env(String name, String value) {
    env.put(name, value);
    return this;
  }

  /** Receives each line of the standard error of the process. */
  public SpawnOptions onLog(Consumer<String> onLog) {
    this.onLog = onLog;
    return this;
  }
}
