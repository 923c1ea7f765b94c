import JSONRPC

/// The decision about a request to a WebSocket listener, made from its head alone.
enum Handshake: Equatable {
  /// The request becomes a WebSocket. `role` is that of the offered token; nil without a token.
  case upgrade(key: String, subprotocol: String?, role: Role?)
  case get(HTTPGet)
  case refusal(HTTPRefusal)

  /// The names under which a loopback port is reached: by its addresses, and from Android emulators, where
  /// 10.0.2.2 and 10.0.3.2 are the loopback of the machine.
  static let hosts = ["127.0.0.1", "[::1]", "localhost", "10.0.2.2", "10.0.3.2"]

  private static let socketPath = "/rpc"
  private static let readablePaths = ["/", "/healthz", "/readyz", "/metrics"]
  /// The header lines of which a request has at most one.
  private static let singleFields = [
    "origin", "upgrade", "sec-websocket-key", "sec-websocket-version", "authorization",
    "content-length",
  ]

  /// Decides about a request to the listener at `port`.
  init(_ head: RequestHead, port: UInt16, rules: WebSocketRules) {
    do throws(Refused) {
      self = try Self.decide(head, port: port, rules: rules)
    } catch {
      self = .refusal(error.refusal)
    }
  }

  /// Returns the value of `Sec-WebSocket-Accept` for a key.
  static func accept(for key: String) -> String {
    Base64.text(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
  }

  private struct Refused: Error {
    let refusal: HTTPRefusal
  }

  private static func decide(
    _ head: RequestHead, port: UInt16, rules: WebSocketRules
  ) throws(Refused) -> Handshake {
    let host = try checkedHost(head, port: port)
    for name in singleFields where head.values(of: name).count > 1 {
      throw refused(.malformed("The header line \(name) must not occur twice."))
    }
    let path = String(head.target.prefix { $0 != "?" })
    let isSocket = path == socketPath
    guard isSocket || readablePaths.contains(path) && !wantsUpgrade(head) else {
      throw refused(
        HTTPRefusal(
          status: 404,
          sentence: "There is \(wantsUpgrade(head) ? "no WebSocket" : "nothing") at this path. "
            + "The WebSocket is at \(socketPath)."))
    }
    guard head.method == "GET" else {
      throw refused(
        HTTPRefusal(
          status: 405, sentence: "The only method is GET.",
          fields: [.init(name: "Allow", value: "GET")]))
    }
    guard head.values(of: "transfer-encoding").isEmpty,
      head.values(of: "content-length").allSatisfy({ $0 == "0" })
    else { throw refused(.malformed("A request must not have a body.")) }
    guard isSocket else { return .get(HTTPGet(path: path, role: bearerRole(head, rules))) }
    guard path == head.target else {
      throw refused(
        .malformed("The path of the WebSocket takes no query; send the token as a subprotocol."))
    }
    try checkOrigin(head, host: host, rules: rules)
    return try upgrade(head, rules)
  }

  /// Returns the authority in `Host`. A name that an attacker made to resolve to this machine is refused.
  private static func checkedHost(_ head: RequestHead, port: UInt16) throws(Refused) -> String {
    let values = head.values(of: "host")
    guard values.count == 1 else {
      throw refused(.malformed("The header line Host must occur once."))
    }
    let authority = values[0].lowercased()
    let isOurs = hosts.contains {
      authority == "\($0):\(port)" || port == 80 && authority == $0
    }
    guard isOurs else {
      throw refused(
        HTTPRefusal(
          status: 421,
          sentence: "The Host must be \(hosts.dropLast().joined(separator: ", ")) or "
            + "\(hosts[hosts.count - 1]), with the port \(port)."))
    }
    return authority
  }

  private static func checkOrigin(
    _ head: RequestHead, host: String, rules: WebSocketRules
  ) throws(Refused) {
    // Programs send no origin. React Native sends the authority that it connects to.
    guard let origin = head.values(of: "origin").first, origin != "http://" + host else { return }
    guard origin != "null", rules.allowedOrigins().contains(origin) else {
      throw refused(
        HTTPRefusal(
          status: 403,
          sentence: "Pages of this origin may not connect; allow it with --allow-origin."))
    }
  }

  private static func wantsUpgrade(_ head: RequestHead) -> Bool {
    head.elements(of: "upgrade").contains { $0.lowercased() == "websocket" }
      && head.elements(of: "connection").contains { $0.lowercased() == "upgrade" }
  }

  private static func upgrade(
    _ head: RequestHead, _ rules: WebSocketRules
  ) throws(Refused) -> Handshake {
    guard wantsUpgrade(head) else {
      throw refused(.upgradeRequired("This path is a WebSocket; send an upgrade to it."))
    }
    guard head.values(of: "sec-websocket-version") == ["13"] else {
      throw refused(.upgradeRequired("The version of the WebSocket protocol must be 13."))
    }
    guard let key = head.values(of: "sec-websocket-key").first, Base64.isOfSixteenBytes(key) else {
      throw refused(.malformed("Sec-WebSocket-Key must be 16 bytes in base64."))
    }
    guard !head.values(of: "sec-websocket-protocol").isEmpty else {
      return .upgrade(key: key, subprotocol: nil, role: nil)
    }
    let offered = head.elements(of: "sec-websocket-protocol")
    guard Set(offered).count == offered.count,
      offered.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isTokenByte) })
    else {
      throw refused(
        .malformed("Sec-WebSocket-Protocol must be a list of different names."))
    }
    let name = rules.subprotocol + ".v1"
    guard offered.contains(name) else {
      throw refused(.malformed("The offered subprotocols must contain \(name)."))
    }
    let prefix = rules.subprotocol + ".token."
    let tokens = offered.filter { $0.hasPrefix(prefix) }
    guard tokens.count <= 1 else {
      throw refused(.malformed("The offered subprotocols must contain one token at most."))
    }
    guard let token = tokens.first?.dropFirst(prefix.count) else {
      return .upgrade(key: key, subprotocol: name, role: nil)
    }
    guard let role = rules.role(String(token)) else {
      throw refused(.unauthorized("The token is wrong; it changes at each start."))
    }
    return .upgrade(key: key, subprotocol: name, role: role)
  }

  private static func bearerRole(_ head: RequestHead, _ rules: WebSocketRules) -> Role? {
    let parts = head.values(of: "authorization").first?.split(separator: " ") ?? []
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return rules.role(String(parts[1]))
  }

  private static func refused(_ refusal: HTTPRefusal) -> Refused { Refused(refusal: refusal) }
}
