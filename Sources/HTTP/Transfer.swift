import CLibraries
import Glibc

/// One request on its way: what has arrived of its answer, and what its connection was. libcurl calls the functions
/// at the end of this file while it runs, on the thread of `Transfers`.
final class Transfer {
  /// The longest head of an answer, interim heads and trailers included.
  static let headLimit = 64 << 10

  let pending: PendingRequest
  let origin: Origin
  let proxy: HTTPSettings.Proxy?
  let handle: CurlHandle
  let deadline: SuspendingClock.Instant
  private let connections: Connections
  /// True if the request goes out once more, on a new connection.
  private let isRepeated: Bool
  /// True if that connection is closed after it: libcurl would choose the one that did not take the request again, and so
  /// open one for each request.
  private let closesConnection: Bool
  private let maySpeakHTTP2: Bool
  /// True after its outcome, while libcurl still waits for its resolver.
  var isAbandoned = false
  /// The connection, once the request is sent.
  private(set) var connection: Connection?
  private var refusal: Connections.Refusal?
  /// The sockets that were opened since the request was sent the last time.
  private var opened: [Int32] = []
  private var sent = 0

  private enum Head {
    case none
    case reading(status: Int)
    /// The final head is complete, so the outcome is decided.
    case complete(status: Int)
    /// It does not begin with a status line.
    case garbled
  }

  private var head = Head.none
  private var headBytes = 0
  private var headers: [HTTPHeader] = []
  private var body: [UInt8] = []

  init(
    _ pending: PendingRequest, to origin: Origin, by proxy: HTTPSettings.Proxy?,
    _ handle: CurlHandle, over connections: Connections
  ) {
    self.pending = pending
    self.origin = origin
    self.proxy = proxy
    self.handle = handle
    self.connections = connections
    maySpeakHTTP2 = connections.maySpeakHTTP2(origin)
    (isRepeated, closesConnection) = (false, false)
    deadline = .now.advanced(by: pending.request.deadline)
  }

  /// Sends the request of a transfer once more, within the same deadline.
  init(repeating other: Transfer, _ handle: CurlHandle) {
    pending = other.pending
    origin = other.origin
    proxy = other.proxy
    self.handle = handle
    connections = other.connections
    maySpeakHTTP2 = connections.maySpeakHTTP2(origin)
    (isRepeated, closesConnection) = (true, other.refusal == .occupied)
    deadline = other.deadline
  }

  var request: HTTPRequest { pending.request }

  private var hasSecureProxy: Bool { proxy?.url.lowercased().hasPrefix("https:") ?? false }

  /// True while libcurl may wait for its resolver. It must not be made to stop that: it would wait for the end.
  var isResolving: Bool {
    sent == 0 && opened.isEmpty && !handle.hasEnded(CURLINFO_NAMELOOKUP_TIME_T)
  }

  /// True if the request is not on a connection yet, or not again.
  var isUnsent: Bool { sent == 0 && !isAbandoned }

  /// Gives the request to the handle.
  func prepare(_ store: HTTPSettings.TrustStore) {
    handle.setRules()
    handle.set(
      CURLOPT_HTTP_VERSION, maySpeakHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    handle.set(request)
    handle.set(proxy)
    handle.set(store)
    let context = Unmanaged.passUnretained(self).toOpaque()
    let (curl, easy) = (handle.curl.functions, handle.easy)
    curl_set_receiver(curl, easy, Int32(CURLOPT_HEADERFUNCTION), onHeader)
    handle.set(CURLOPT_HEADERDATA, object: context)
    curl_set_receiver(curl, easy, Int32(CURLOPT_WRITEFUNCTION), onBody)
    handle.set(CURLOPT_WRITEDATA, object: context)
    curl_set_opening(curl, easy, onOpen)
    handle.set(CURLOPT_OPENSOCKETDATA, object: context)
    handle.set(CURLOPT_PREREQDATA, object: context)
    // Without this function, which came with 7.80, a kept connection cannot be examined.
    let keeps = curl_set_before_request(curl, easy, onRequest) == CURLE_OK
    // The records of a TLS connection to a proxy cannot be examined either.
    if !keeps || hasSecureProxy || request.isAlone || closesConnection {
      handle.set(CURLOPT_FORBID_REUSE, 1)
    }
    if isRepeated || request.isAlone { handle.set(CURLOPT_FRESH_CONNECT, 1) }
  }

  /// Returns whether the request goes out once more, on a new connection: it has met the end of a kept one, and the
  /// platform has not begun to answer. A 408 there is for a request that the server did not wait for.
  func isRepeatable(_ result: Int32) -> Bool {
    guard !isRepeated, sent > 0, handle.number(CURLINFO_NUM_CONNECTS) == 0 else { return false }
    if case .complete(408) = head { return true }
    // The platform has refused this request alone.
    if result == CURLE_HTTP2_STREAM, connection?.hasEnded == false { return false }
    // An answer has begun that is not HTTP.
    if [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY].contains(Int(result)) {
      return false
    }
    return result != CURLE_OK && headBytes == 0
  }

  /// Ends the use of the connection.
  func leaveConnection() {
    connection?.end()
    connection = nil
  }

  /// Returns the outcome after the end of the transfer, or at its deadline for nil. A complete head decides.
  func outcome(_ result: Int32?) -> PendingRequest.Outcome {
    guard case .complete(let status) = head else { return .failure(.transport(failure(result))) }
    // Only a proxy demands a password for itself.
    if status == 407 {
      let who = proxy?.address ?? origin.address
      return .failure(.transport(TransportFailure(.proxy, who, "demands a password (HTTP 407)")))
    }
    return .success(
      HTTPResponse(
        status: status, headers: headers, body: body,
        bodyIsComplete: result.map { $0 == CURLE_OK } ?? false))
  }

  private func failure(_ result: Int32?) -> TransportFailure {
    let step = step(result)
    let peer = step == .proxy ? proxy?.address ?? origin.address : origin.address
    if step == .proxy, case let status = handle.number(CURLINFO_HTTP_CONNECTCODE),
      status / 100 != 2, status > 0
    {
      let password = status == 407 ? ", it demands a password" : ""
      return TransportFailure(
        step, peer, "no tunnel to \(origin.address) (HTTP \(status))\(password)")
    }
    return TransportFailure(step, peer, result.map { reason($0, step) } ?? "timed out")
  }

  private func reason(_ result: Int32, _ step: TransportFailure.Step) -> String {
    if headBytes > Self.headLimit { return "the head has more than \(Self.headLimit) bytes" }
    if case .garbled = head { return "this is not HTTP" }
    switch Int(result) {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return "unknown host"
    case CURLE_OK: return "the head of the answer is cut off"
    case CURLE_ABORTED_BY_CALLBACK: return "no connection took the request"
    case CURLE_GOT_NOTHING: return "the connection was closed without an answer"
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      let code = Int32(handle.number(CURLINFO_OS_ERRNO))
      if step != .tls, code != 0, code != EINPROGRESS {
        return String(cString: strerror(code)).lowercasedFirst
      }
    default: break
    }
    // The texts of libcurl about certificates have a prefix that says what the step says.
    let whole = handle.reason(result)
    // It may have the URL of the proxy, with a password.
    let text = (proxy.map { whole.replacing($0.url, with: $0.shown) } ?? whole).prefix(160)
    let prefix = "SSL certificate problem: "
    return String(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text)
  }

  /// Returns the step at which the transfer ended: by its result, or by the last step that was reached.
  private func step(_ result: Int32?) -> TransportFailure.Step {
    switch result.map(Int.init) {
    case CURLE_COULDNT_RESOLVE_HOST: return .resolve
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy
    case CURLE_COULDNT_CONNECT: return proxy == nil ? .connect : .proxy
    case let code? where tlsResults.contains(code):
      let isOfProxy = hasSecureProxy && handle.number(CURLINFO_HTTP_CONNECTCODE) / 100 != 2
      return isOfProxy ? .proxy : .tls
    default: break
    }
    // libcurl may have opened another connection for it since.
    if headBytes > 0 || sent > 0 && opened.isEmpty { return .answer }
    if opened.isEmpty, !handle.hasEnded(CURLINFO_NAMELOOKUP_TIME_T) {
      return proxy == nil ? .resolve : .proxy
    }
    guard handle.number(CURLINFO_HTTP_CONNECTCODE) / 100 == 2 || proxy == nil else { return .proxy }
    guard proxy != nil || handle.hasEnded(CURLINFO_CONNECT_TIME_T) else { return .connect }
    return origin.isSecure ? .tls : .answer
  }
}

/// The results of libcurl about TLS: the handshake, certificates, engines and files of certificates.
private let tlsResults: Set = [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98]

// The functions for libcurl.
extension Transfer {
  fileprivate func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    connections.progress += 1
    headBytes += line.count
    guard headBytes <= Self.headLimit else { return false }
    switch head {
    case .garbled: return false
    case .complete: return true  // A trailer.
    case .none:
      headers = []
      if let connection, !connection.isHTTP2, line.dropFirst(5).first != UInt8(ascii: "1") {
        connection.isGivenUp = true
      }
      head = Self.status(line).map { .reading(status: $0) } ?? .garbled
      if case .garbled = head { return false }
    case .reading(let status):
      if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
        // After a switch of protocols no other head follows.
        head = (100..<200).contains(status) && status != 101 ? .none : .complete(status: status)
      } else {
        addHeader(line)
      }
    }
    return true
  }

  /// Returns the status of a line such as `HTTP/1.1 200 OK`; nil if it is none. libcurl takes a line that it cannot read
  /// for one with the status 200.
  private static func status(_ line: UnsafeRawBufferPointer) -> Int? {
    var rest = line[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    guard rest.starts(with: "HTTP/".utf8), isDigit(rest.dropFirst(5).first) else { return nil }
    rest = rest.dropFirst(6)
    if rest.first == UInt8(ascii: "."), isDigit(rest.dropFirst().first) { rest = rest.dropFirst(2) }
    guard rest.first == UInt8(ascii: " ") else { return nil }
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    let digits = rest.prefix(while: isDigit)
    guard digits.count == 3, digits.first != UInt8(ascii: "0") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private func addHeader(_ line: UnsafeRawBufferPointer) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      guard let last = headers.popLast() else { return }
      headers.append(HTTPHeader(last.name, last.value + " " + Self.trimmed(line[...])))
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        HTTPHeader(Self.trimmed(line[..<colon]), Self.trimmed(line[(colon + 1)...])))
    }
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }

  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    connections.progress += 1
    let room = request.responseLimit - body.count
    body.append(contentsOf: bytes.prefix(room))
    return bytes.count <= room
  }

  fileprivate func open(_ address: curl_sockaddr) -> Int32 {
    connections.progress += 1
    guard !isAbandoned else { return Int32(CURL_SOCKET_BAD) }
    let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(address.family, type, address.`protocol`)
    if socket >= 0 { opened.append(socket) }
    return socket
  }

  /// Decides whether the request goes out on the connection that libcurl has chosen.
  fileprivate func goesOut(on place: Connections.Place) -> Bool {
    connections.progress += 1
    guard connections.stopTime == nil else { return false }
    let sockets = opened
    (opened, sent) = ([], sent + 1)
    leaveConnection()
    // libcurl repeats a request that met the end of a kept connection, but may choose another kept one for it.
    guard !isAbandoned, sockets.isEmpty ? sent == 1 : sent <= 2 else { return false }
    let (curl, easy) = (handle.curl.functions, handle.easy)
    do throws(Connections.Refusal) {
      connection = try connections.use(
        place, to: origin, opened: sockets,
        isHTTP2: maySpeakHTTP2 && curl_is_http2(curl, easy) != 0, maySpeakHTTP2: maySpeakHTTP2,
        isAlone: request.isAlone,
        mayHaveInput: origin.isSecure && curl_may_have_input(curl, easy) != 0)
      return true
    } catch {
      refusal = error
      return false
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private let onHeader: Receiver = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context).receiveHeader(line) ? size * count : 0
}

private let onBody: Receiver = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context).receiveBody(piece) ? size * count : 0
}

private typealias Receiver =
  @convention(c) (
    UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
  ) -> Int

private let onOpen:
  @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<curl_sockaddr>?) -> Int32 =
    {
      context, _, address in
      guard let context, let address else { return Int32(CURL_SOCKET_BAD) }
      return transfer(context).open(address.pointee)
    }

private let onRequest:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32,
    Int32
  ) -> Int32 = { context, peer, own, peerPort, ownPort in
    guard let context, let peer, let own else { return Int32(CURL_PREREQFUNC_ABORT) }
    let place = Connections.Place(
      peer: String(cString: peer), peerPort: peerPort, own: String(cString: own), ownPort: ownPort)
    return Int32(
      transfer(context).goesOut(on: place) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
  }
