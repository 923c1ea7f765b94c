// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The optional parameters of {@code trace.subscribe}. */
public final class TraceSubscribeOptions extends JsonRecord {
  public TraceSubscribeOptions() {}

  /**
   * The kinds of items to receive: wire for the messages of connections, job for the steps of jobs;
   * without it: both. Items of other kinds do not count as a gap. Example: {@code ["job"]}.
   */
  public TraceSubscribeOptions kinds(List<String> kinds) {
    set("kinds", kinds);
    return this;
  }

  /**
   * The kinds of items to receive: wire for the messages of connections, job for the steps of jobs;
   * without it: both. Items of other kinds do not count as a gap. Example: {@code ["job"]}.
   */
  public TraceSubscribeOptions kinds(String... kinds) {
    set("kinds", kinds);
    return this;
  }

  /**
   * The {@code seq} of the last item that the client has; the kept items after it follow. Without
   * it: only new items. Example: {@code 17}.
   */
  public TraceSubscribeOptions since(long since) {
    set("since", since);
    return this;
  }

  /**
   * The {@code epoch} of the item that {@code since} comes from. It identifies the run of the
   * process. Example: {@code "9f2c4b1e"}.
   */
  public TraceSubscribeOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }
}
