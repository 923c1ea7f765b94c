package altcraft.bridge;

import java.net.URI;
import java.nio.file.Path;

/** The address of a running bridge. */
public final class ConnectOptions extends BridgeOptions<ConnectOptions> {
  Path socket;
  URI url;
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

  /**
   * Or the address of a WebSocket, such as {@code ws://127.0.0.1:8093}. It requires the token. Needs
   * the module {@code java.net.http}.
   */
  public ConnectOptions url(String url) {
    this.url = URI.create(url);
    return this;
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

  /** The token of the port, if it requires one. Each start of the bridge writes a new token. */
  public ConnectOptions token(String token) {
    this.token = token;
    return this;
  }

  /**
   * The file to which the bridge writes its token: {@code rpc.token} in the data directory. It is
   * read for each connection, so that it is valid after a restart of the bridge.
   */
  public ConnectOptions tokenFile(Path tokenFile) {
    this.tokenFile = tokenFile;
    return this;
  }
}
