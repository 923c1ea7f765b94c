package altcraft.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** A WebSocket of a running bridge: each line is a message. */
final class WebSocketTransport extends Transport {
  private static final String SUBPROTOCOL = "altcraft-bridge.v1";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** A proxy could not reach the bridge, which listens on the loopback only. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

  private final WebSocket socket;
  private final Lines lines;

  static WebSocketTransport open(URI url) {
    Lines lines = new Lines();
    WebSocket.Builder builder = CLIENT.newWebSocketBuilder().connectTimeout(TIMEOUT);
    try {
      WebSocket socket =
          builder.subprotocols(SUBPROTOCOL).buildAsync(url.resolve("/rpc"), lines).join();
      if (socket.getSubprotocol().equals(SUBPROTOCOL)) return new WebSocketTransport(socket, lines);
      socket.abort();
      throw unreachable(url, "another program listens there");
    } catch (CompletionException error) {
      Throwable cause = error.getCause();
      throw unreachable(
          url,
          cause instanceof WebSocketHandshakeException
              ? "HTTP status " + ((WebSocketHandshakeException) cause).getResponse().statusCode()
              : cause.toString());
    }
  }

  private static BridgeClosedException unreachable(URI url, String why) {
    return new BridgeClosedException("the bridge cannot be reached at " + url + ": " + why);
  }

  private WebSocketTransport(WebSocket socket, Lines lines) {
    super(lines, new Messages(socket));
    this.socket = socket;
    this.lines = lines;
  }

  @Override
  void endOutput() {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "");
  }

  @Override
  void cut() {
    socket.abort();
    lines.end();
  }

  @Override
  BridgeClosedException reason(IOException error) {
    cut();
    return new BridgeClosedException("the connection to the bridge has ended");
  }

  /** Sends each line; a line is written as a whole. */
  private static final class Messages extends OutputStream {
    private final WebSocket socket;

    Messages(WebSocket socket) {
      this.socket = socket;
    }

    @Override
    public void write(int one) {
      throw new UnsupportedOperationException("a message is written as a whole");
    }

    @Override
    public void write(byte[] line) throws IOException {
      try {
        String text = new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
        socket.sendText(text, true).join();
      } catch (CompletionException error) {
        throw new IOException(error.getCause());
      }
    }
  }

  /** The messages. The next one is requested when the reader has taken one. */
  private static final class Lines extends InputStream implements WebSocket.Listener {
    private final BlockingQueue<Runnable> arrived = new LinkedBlockingQueue<>();
    private final StringBuilder message = new StringBuilder();
    private ByteBuffer line = ByteBuffer.allocate(0);
    private boolean isOver;

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean isLast) {
      message.append(part);
      if (isLast) {
        byte[] bytes = message.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        message.setLength(0);
        arrived.add(() -> {
          line = ByteBuffer.wrap(bytes);
          socket.request(1);
        });
      } else {
        socket.request(1);
      }
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      end();
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      end();
    }

    void end() {
      arrived.add(() -> isOver = true);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      try {
        while (!line.hasRemaining() && !isOver) arrived.take().run();
      } catch (InterruptedException interruption) {
        throw new IOException(interruption);
      }
      if (isOver) return -1;
      int length = Math.min(count, line.remaining());
      line.get(bytes, offset, length);
      return length;
    }
  }
}
