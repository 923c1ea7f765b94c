package altcraft.bridge;

import java.lang.System.Logger;
import java.util.function.Consumer;

/** What {@link SpawnOptions} and {@link ConnectOptions} have in common. */
public abstract class BridgeOptions<Self> {
  private static final Logger LOGGER = System.getLogger("altcraft.bridge");

  Consumer<String> onWarning = message -> LOGGER.log(Logger.Level.WARNING, message);
  boolean reconnects = true;

  BridgeOptions() {}

  abstract Self self();

  /** Told of what is no error, as an interface of another version; by default it is logged. */
  public Self onWarning(Consumer<String> onWarning) {
    this.onWarning = onWarning;
    return self();
  }

  /** Whether to come back when the connection is lost or the process has ended by itself (true). */
  public Self reconnects(boolean reconnects) {
    this.reconnects = reconnects;
    return self();
  }
}
