package altcraft.bridge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy to a bridge whose connections can be cut while the bridge keeps running. */
final class Proxy implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final int target;

  Proxy(int target) throws IOException {
    this.target = target;
    Threads.start("proxy", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Ends all current connections; new ones are accepted. */
  void cut() throws IOException {
    for (Socket socket : sockets) socket.close();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(near);
        sockets.add(far);
        Threads.start("proxy there", () -> pump(near, far));
        Threads.start("proxy back", () -> pump(far, near));
      }
    } catch (IOException error) {
      // It is closed.
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException error) {
      // It was cut.
    }
  }
}
