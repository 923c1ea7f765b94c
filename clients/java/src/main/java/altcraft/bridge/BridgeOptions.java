package altcraft.bridge;

import java.lang.System.Logger;
import java.util.function.Consumer;

/** The common options of {@link SpawnOptions} and {@link ConnectOptions}. */
public abstract class BridgeOptions<Self> {
  private static final Logger LOGGER = System.getLogger("altcraft.bridge");

  Consumer<String> onWarning = message -> LOGGER.log(Logger.Level.WARNING, message);
  boolean reconnects = true;

  BridgeOptions() {}

  abstract Self self();

  /** A fault of the host in its listener must end no thread of this library. */
  final void warn(String message) {
    try {
      onWarning.accept(message);
    } catch (RuntimeException error) {
      LOGGER.log(Logger.Level.WARNING, message + "; onWarning threw: " + error);
    }
  }

  /** Receives problems that are not errors, such as another version; by default they are logged. */
  public Self onWarning(Consumer<String> onWarning) {
    this.onWarning = onWarning;
    return self();
  }

  /** Sets whether the client reconnects after the connection is lost or the process ends (default: true). */
  public Self reconnects(boolean reconnects) {
    this.reconnects = reconnects;
    return self();
  }
}
