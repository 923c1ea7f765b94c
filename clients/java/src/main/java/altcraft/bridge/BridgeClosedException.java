package altcraft.bridge;

/** The connection is lost, or cannot be opened. The outcome of the call is unknown. */
public final class BridgeClosedException extends RuntimeException {
  private final Integer exitCode;
  private final String stderrTail;

  BridgeClosedException(String message) {
    this(message, null, "");
  }

  BridgeClosedException(String message, Integer exitCode, String stderrTail) {
    super(stderrTail.isEmpty() ? message : message + "\n" + stderrTail);
    this.exitCode = exitCode;
    this.stderrTail = stderrTail;
  }

  /**
   * The exit status of the process, if this client started it and it has ended; otherwise null. A
   * signal adds 128 to its number, as in a shell: 137 for SIGKILL.
   */
  public Integer getExitCode() {
    return exitCode;
  }

  /** The last lines that the process wrote to its standard error. */
  public String getStderrTail() {
    return stderrTail;
  }
}
