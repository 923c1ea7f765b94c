package altcraft.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A connection to a running bridge. */
final class SocketTransport extends Transport {
  private final SocketChannel channel;

  static SocketTransport open(ConnectOptions options) {
    try {
      if (options.socket != null) {
        return new SocketTransport(SocketChannel.open(unixAddress(options.socket)));
      }
      SocketAddress address = new InetSocketAddress(options.host, options.port);
      SocketChannel channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return new SocketTransport(channel);
    } catch (IOException error) {
      String where =
          options.socket == null ? options.host + ":" + options.port : options.socket.toString();
      throw new BridgeClosedException(
          "the bridge cannot be reached at " + where + ": " + error.getMessage());
    }
  }

  /** Created by reflection, because Java 11 does not have the class. */
  private static SocketAddress unixAddress(Path path) {
    try {
      Class<?> addresses = Class.forName("java.net.UnixDomainSocketAddress");
      return (SocketAddress) addresses.getMethod("of", Path.class).invoke(null, path);
    } catch (ReflectiveOperationException error) {
      throw new UnsupportedOperationException(
          "Unix sockets need Java 16: connect by TCP, or start a bridge of your own", error);
    }
  }

  private SocketTransport(SocketChannel channel) {
    super(new Input(channel), new Output(channel));
    this.channel = channel;
  }

  @Override
  void endOutput() {
    try {
      channel.shutdownOutput();
    } catch (IOException error) {
      // It is already closed.
    }
  }

  @Override
  void cut() {
    try {
      channel.close();
    } catch (IOException error) {
      // It is closed in any case.
    }
  }

  @Override
  BridgeClosedException reason(IOException error) {
    cut();
    String message = "the connection to the bridge has ended";
    return new BridgeClosedException(error == null ? message : message + ": " + error.getMessage());
  }

  // The streams of java.nio.channels.Channels share a lock until Java 19: a read would block
  // writes.

  private static final class Input extends InputStream {
    private final SocketChannel channel;

    Input(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes, offset, count));
    }
  }

  private static final class Output extends OutputStream {
    private final SocketChannel channel;

    Output(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      // An interrupted thread would close the channel for all others.
      boolean isInterrupted = Thread.interrupted();
      try {
        ByteBuffer rest = ByteBuffer.wrap(bytes, offset, count);
        while (rest.hasRemaining()) channel.write(rest);
      } finally {
        if (isInterrupted) Thread.currentThread().interrupt();
      }
    }
  }
}
