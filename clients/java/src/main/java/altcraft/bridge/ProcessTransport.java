package altcraft.bridge;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child process with its standard input and output. */
final class ProcessTransport extends Transport {
  private static final String NAME = "altcraft-bridge";
  private static final int TAIL_LINES = 20;
  private static final int TAIL_CHARACTERS = 4096;

  private final Process process;
  private final Deque<String> tail = new ArrayDeque<>();
  private final Thread log;

  static ProcessTransport start(SpawnOptions options) {
    List<String> command = new ArrayList<>();
    // Its own session: this program handles an interrupt from the keyboard. Java has no function
    // for that; without the command the process belongs to the group of this program.
    Path setsid = onPath("setsid");
    if (setsid != null) command.add(setsid.toString());
    command.add(find(options.command).toString());
    command.addAll(List.of("serve", "--stdio"));
    command.addAll(options.args);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(options.env);
    try {
      return new ProcessTransport(builder.start(), options);
    } catch (IOException error) {
      throw new BridgeClosedException("the bridge cannot be started: " + error.getMessage());
    }
  }

  private ProcessTransport(Process process, SpawnOptions options) {
    super(process.getInputStream(), process.getOutputStream());
    this.process = process;
    log = Threads.start("altcraft-bridge log", () -> readLog(options));
  }

  @Override
  void start(Listener listener) {
    super.start(listener);
    process.onExit().thenRunAsync(() -> exited(listener), Threads.POOL);
  }

  /** Another process may hold the output open; its end is not awaited. */
  private void exited(Listener listener) {
    try {
      if (!isOver(1)) end(listener, null);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void endOutput() {
    try {
      process.getOutputStream().close();
    } catch (IOException error) {
      // The process is closed in any case.
    }
  }

  @Override
  void cut() {
    process.destroyForcibly();
  }

  @Override
  BridgeClosedException reason(IOException error) {
    try {
      if (!process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) cut();
      int status = process.waitFor();
      // Another process may hold standard error open; its output is not awaited.
      log.join(1000);
      String message = "the bridge has ended with status " + status;
      return new BridgeClosedException(message, status, tail());
    } catch (InterruptedException interruption) {
      return new BridgeClosedException("interrupted");
    }
  }

  private void readLog(SpawnOptions options) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        synchronized (tail) {
          tail.add(line);
          if (tail.size() > TAIL_LINES) tail.remove();
        }
        emit(options, line);
      }
    } catch (IOException error) {
      // This is the end of the log.
    }
  }

  /** Reads the log to its end even if the host throws; otherwise the process would block. */
  private static void emit(SpawnOptions options, String line) {
    try {
      options.onLog.accept(line);
    } catch (RuntimeException error) {
      options.warn("onLog threw: " + error);
    }
  }

  private String tail() {
    synchronized (tail) {
      String text = String.join("\n", tail);
      return text.substring(Math.max(0, text.length() - TAIL_CHARACTERS));
    }
  }

  /** The program to start. */
  static Path find(String command) {
    String named = command == null ? System.getenv("ALTCRAFT_BRIDGE") : command;
    Path found =
        named == null || named.isEmpty() ? packaged()
            : named.contains(File.separator) ? executable(Path.of(named)) : onPath(named);
    if (found != null) return found;
    throw new BridgeClosedException(
        "the bridge cannot be started: program not found: "
            + (named == null || named.isEmpty() ? NAME + " on the PATH" : named));
  }

  /** The program next to the jar of this library, else the one on the PATH. */
  private static Path packaged() {
    CodeSource source = ProcessTransport.class.getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation() != null
        && source.getLocation().getProtocol().equals("file")) {
      Path folder = Path.of(source.getLocation().getPath()).getParent();
      Path beside = folder == null ? null : executable(folder.resolve(NAME));
      if (beside != null) return beside;
    }
    return onPath(NAME);
  }

  private static Path onPath(String name) {
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
      Path found = folder.isEmpty() ? null : executable(Path.of(folder, name));
      if (found != null) return found;
    }
    return null;
  }

  private static Path executable(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path) ? path : null;
  }
}
