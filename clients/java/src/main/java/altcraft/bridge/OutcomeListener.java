package altcraft.bridge;

/** A listener for the outcomes of jobs, in order. */
public interface OutcomeListener {
  /** Reports an outcome. */
  void onOutcome(NumberedOutcome outcome);

  /** Reports outcomes that are no longer kept, by their numbers, before those that follow them. */
  void onGap(long from, long to);

  /** Reports that the bridge refused to resume the stream, which has ended. */
  default void onFailure(RuntimeException error) {}
}
