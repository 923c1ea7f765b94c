package altcraft.bridge;

/** A listener for the outcomes of jobs, in order. */
public interface OutcomeListener {
  /** Reports an outcome. */
  void onOutcome(NumberedOutcome outcome);

  /** Reports outcomes that are no longer kept, by their numbers, before those that follow them. */
  void onGap(long from, long to);

  /**
   * Reports that the position is not of this data directory, because an older copy of it was put
   * back. All kept outcomes follow, after that number of that epoch.
   */
  default void onRollback(long after, String epoch) {}

  /** Reports that the bridge refused to resume the stream, which has ended. */
  default void onFailure(RuntimeException error) {}
}
