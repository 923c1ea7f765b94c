package altcraft.bridge;

/** The bridge is gone, or cannot be reached. What became of the call is not known. */
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
   * Of the process, where this client started it and it has ended; otherwise null. 128 and the
   * number of the signal when that ended it, as a shell has it: 137 for SIGKILL.
   */
  public Integer getExitCode() {
    return exitCode;
  }

  /** The last lines that the process wrote to its standard error. */
  public String getStderrTail() {
    return stderrTail;
  }
}
