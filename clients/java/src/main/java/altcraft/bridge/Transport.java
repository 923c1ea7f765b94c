package altcraft.bridge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A bidirectional stream of lines to the bridge. Lines may be of any length. */
abstract class Transport {
  interface Listener {
    void received(String message);

    /** Called once, when no further message will arrive. */
    void closed(BridgeClosedException error);
  }

  /** The time that the other side may take to end by itself; the bridge guarantees five seconds. */
  static final long EXIT_TIMEOUT_SECONDS = 6;

  private final InputStream input;
  private final OutputStream output;
  private final AtomicBoolean isEnding = new AtomicBoolean();
  private final CountDownLatch over = new CountDownLatch(1);

  Transport(InputStream input, OutputStream output) {
    this.input = input;
    this.output = output;
  }

  void start(Listener listener) {
    Threads.start("altcraft-bridge reader", () -> read(listener));
  }

  /** Blocks while the other side does not read. Data in flight is lost with the connection. */
  final void send(byte[] line) {
    synchronized (output) {
      try {
        output.write(line);
        output.flush();
      } catch (IOException error) {
        // The reader sees the end too, and reports the reason.
      }
    }
  }

  /** Closes the write side, and waits for the end of the other side. */
  final void close() {
    // On another thread: output may block, and this call would block with it.
    Threads.POOL.execute(this::endOutput);
    try {
      if (!isOver(EXIT_TIMEOUT_SECONDS)) {
        cut();
        isOver(EXIT_TIMEOUT_SECONDS);
      }
    } catch (InterruptedException interruption) {
      cut();
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of the connection, and returns whether it came in that time. */
  final boolean isOver(long seconds) throws InterruptedException {
    return over.await(seconds, TimeUnit.SECONDS);
  }

  abstract void endOutput();

  /** Ends the stream immediately. */
  abstract void cut();

  /** The reason for the end of input. */
  abstract BridgeClosedException reason(IOException error);

  private void read(Listener listener) {
    IOException failure = null;
    try (input) {
      // A line that is cut off is not a message.
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] bytes = new byte[1 << 16];
      for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
        int start = 0;
        for (int end = 0; end < count; end++) {
          if (bytes[end] != '\n') continue;
          line.write(bytes, start, end - start);
          String text = line.toString(StandardCharsets.UTF_8).strip();
          if (!text.isEmpty()) listener.received(text);
          line = new ByteArrayOutputStream();
          start = end + 1;
        }
        line.write(bytes, start, count - start);
      }
    } catch (IOException error) {
      failure = error;
    }
    end(listener, failure);
  }

  /** Reports the end of the connection once. */
  final void end(Listener listener, IOException failure) {
    if (isEnding.getAndSet(true)) return;
    try {
      listener.closed(reason(failure));
    } finally {
      over.countDown();
    }
  }
}
