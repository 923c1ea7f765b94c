package altcraft.bridge;

import java.nio.file.Path;

/** Where a bridge is served. */
public final class ConnectOptions extends BridgeOptions<ConnectOptions> {
  Path socket;
  String host = "127.0.0.1";
  int port;
  String token;
  Path tokenFile;

  @Override
  ConnectOptions self() {
    return this;
  }

  /** The path of a Unix socket. Needs Java 16 or later; TCP does not. */
  public ConnectOptions socket(Path socket) {
    this.socket = socket;
    return this;
  }

  /** The path of a Unix socket. Needs Java 16 or later; TCP does not. */
  public ConnectOptions socket(String socket) {
    return socket(Path.of(socket));
  }

  /** Or a TCP port. */
  public ConnectOptions port(int port) {
    this.port = port;
    return this;
  }

  /** {@code 127.0.0.1} by default. */
  public ConnectOptions host(String host) {
    this.host = host;
    return this;
  }

  /** The token of the TCP port, where it asks for one. The bridge makes a new one at each start. */
  public ConnectOptions token(String token) {
    this.token = token;
    return this;
  }

  /**
   * The file the bridge writes its token to: {@code rpc.token} of its data directory. It is read at
   * each connection, so that a bridge that was started again is found.
   */
  public ConnectOptions tokenFile(Path tokenFile) {
    this.tokenFile = tokenFile;
    return this;
  }
}
