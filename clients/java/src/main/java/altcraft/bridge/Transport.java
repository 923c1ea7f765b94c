package altcraft.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A way to the bridge and back, line by line. Lines may be of any length. */
abstract class Transport {
  interface Listener {
    void received(String message);

    /** Once, when no message will come any more. */
    void closed(BridgeClosedException error);
  }

  /** How long the other side may take to end by itself: the bridge allows itself five. */
  static final long PATIENCE_SECONDS = 6;

  private final InputStream input;
  private final OutputStream output;
  private final CountDownLatch over = new CountDownLatch(1);

  Transport(InputStream input, OutputStream output) {
    this.input = input;
    this.output = output;
  }

  final void start(Listener listener) {
    Threads.start("altcraft-bridge reader", () -> read(listener));
  }

  /** Waits while the other side takes no more. What is lost with the connection is lost here. */
  final void send(byte[] line) {
    synchronized (output) {
      try {
        output.write(line);
        output.flush();
      } catch (IOException error) {
        // The reader learns of the end too, and tells why.
      }
    }
  }

  /** Says that nothing more will be sent, and waits until the other side is done. */
  final void close() {
    // Not here: what is being sent may have to wait, and this would wait with it.
    Threads.POOL.execute(this::endOutput);
    try {
      if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        cut();
        over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException interruption) {
      cut();
      Thread.currentThread().interrupt();
    }
  }

  abstract void endOutput();

  /** Ends it at once. */
  abstract void cut();

  /** Why there is nothing more to read. */
  abstract BridgeClosedException reason(IOException error);

  private void read(Listener listener) {
    IOException failure = null;
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8), 1 << 16)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isEmpty()) listener.received(line);
      }
    } catch (IOException error) {
      failure = error;
    }
    try {
      listener.closed(reason(failure));
    } finally {
      over.countDown();
    }
  }
}
