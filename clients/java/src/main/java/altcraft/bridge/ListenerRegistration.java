package altcraft.bridge;

/** The registration of a listener. Closing it removes the listener. */
public interface ListenerRegistration extends AutoCloseable {
  @Override
  void close();
}
