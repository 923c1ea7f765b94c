import altcraft.bridge.Bridge;
import altcraft.bridge.ConnectOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** Makes calls and prints the duration of each, in nanoseconds. overhead/run starts it for Java. */
final class Overhead {
  private static final byte[] PING =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"bridge.ping\"}\n".getBytes(StandardCharsets.UTF_8);

  private interface Call {
    void make() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]));
    ByteBuffer buffer = ByteBuffer.allocate(65536);
    Call raw = () -> {
      socket.write(ByteBuffer.wrap(PING));
      buffer.clear();
      do {
        socket.read(buffer);
      } while (buffer.get(buffer.position() - 1) != '\n');
    };
    Scanner input = new Scanner(System.in);
    try (socket;
        Bridge bridge = Bridge.connect(new ConnectOptions().socket(arguments[0]))) {
      while (input.hasNext()) {
        Call call = input.next().equals("raw") ? raw : () -> bridge.bridge().ping().join();
        int count = input.nextInt();
        StringBuilder times = new StringBuilder();
        for (int index = 0; index < count; index++) {
          long start = System.nanoTime();
          call.make();
          times.append(System.nanoTime() - start).append(' ');
        }
        System.out.println(times);
      }
    }
  }
}
