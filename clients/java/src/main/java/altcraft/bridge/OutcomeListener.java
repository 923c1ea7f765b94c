package altcraft.bridge;

/** A listener for the ends of jobs, in order. */
public interface OutcomeListener {
  /** Reports an end. */
  void onOutcome(NumberedOutcome outcome);

  /** Reports ends that are no longer kept, by their numbers, before the ends that follow them. */
  void onGap(long from, long to);

  /** Reports that the bridge refused to resume the stream, which has ended. */
  default void onFailure(RuntimeException error) {}
}
