package altcraft.bridge;

/** Ends the listening to events when it is closed. */
public interface Listening extends AutoCloseable {
  @Override
  void close();
}
