import TestSupport
import Testing

/// A server's behaviour for a request, and the resulting outcome of the attempt.
struct ServerFault: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    /// The header block was complete and decides.
    case answer(Int, isComplete: Bool)
    /// The header block decides; the body may count as complete or not.
    case head(Int)
    /// There is no header block: the attempt is retried.
    case failure
    /// A failure or this status, depending on which arrives first.
    case failureOr(Int)
  }

  let name: String
  /// The behaviour, created on demand: some are long.
  let behaviour: @Sendable () -> FaultyHTTPServer.Behaviour
  let outcome: Outcome
  var testDescription: String { name }

  init(
    _ name: String, _ behaviour: @autoclosure @escaping @Sendable () -> FaultyHTTPServer.Behaviour,
    _ outcome: Outcome
  ) {
    self.name = name
    self.behaviour = behaviour
    self.outcome = outcome
  }
}

extension ServerFault {
  static let all = silent + cut + endless + statuses + framing + unusual

  /// The faults that hang or drip, at each stage.
  private static let silent = [
    ServerFault("nothing is answered", .silence, .failure),
    ServerFault("stalls in the status line", .stall(after: "HTTP/1.1 20"), .failure),
    ServerFault("stalls in the head", .stall(after: "HTTP/1.1 200 OK\r\nContent-Le"), .failure),
    ServerFault("stalls before the body", .stall(after: head(200, length: 9)), .answer(200, false)),
    ServerFault(
      "stalls in the body", .stall(after: head(200, length: 9) + "abc"), .answer(200, false)),
    ServerFault("stalls in a chunk", .stall(after: chunked + "5\r\nab"), .answer(200, false)),
    ServerFault("stalls after 100", .stall(after: "HTTP/1.1 100 Continue\r\n\r\n"), .failure),
    ServerFault("drips the head", drip("HTTP/1.1 200 OK\r\nX-A: ", "b"), .failure),
    ServerFault("drips the body", drip(head(503, length: 1000), "b"), .answer(503, false)),
    ServerFault("drips chunks", drip(chunked, "1\r\nb\r\n"), .answer(200, false)),
  ]

  /// The closes and resets, at each stage.
  private static let cut = [
    ServerFault("closes at once", .raw(""), .failure),
    ServerFault("closes in the status line", .raw("HTTP/1.1"), .failure),
    ServerFault("closes in the head", .raw("HTTP/1.1 200 OK\r\nContent-Le"), .failure),
    ServerFault("closes in the body", .raw(head(200, length: 9) + "abc"), .answer(200, false)),
    ServerFault("closes in a chunk", .raw(chunked + "5\r\nab"), .answer(200, false)),
    ServerFault("closes before the last chunk", .raw(chunked + "2\r\nab\r\n"), .answer(200, false)),
    ServerFault("resets at once", .reset(), .failure),
    ServerFault("resets in the head", .reset(after: "HTTP/1.1 200 OK\r\nConten"), .failure),
    ServerFault(
      "resets in the body", .reset(after: head(200, length: 9) + "ab"), .answer(200, false)),
  ]

  /// The excessive answers.
  private static let endless = [
    ServerFault("endless headers", flood("HTTP/1.1 200 OK\r\n", "X-A: b\r\n"), .failure),
    ServerFault(
      "an endless header", flood("HTTP/1.1 200 OK\r\nX-A: ", "bbbbbbbbbbbbbbbb"), .failure),
    ServerFault("an endless status line", flood("HTTP/1.1 200 ", "OOOOOOOOOOOOOOOO"), .failure),
    ServerFault("endless interim answers", flood("", "HTTP/1.1 103 X\r\nA: b\r\n\r\n"), .failure),
    ServerFault(
      "an endless body", flood("HTTP/1.1 200 OK\r\n\r\n", String(repeating: "b", count: 1 << 16)),
      .answer(200, false)),
    ServerFault(
      "endless chunks", flood(chunked, "4000\r\n" + String(repeating: "b", count: 0x4000) + "\r\n"),
      .answer(200, false)),
    ServerFault(
      "an endless error", flood("HTTP/1.1 500 X\r\n\r\n", String(repeating: "b", count: 1 << 16)),
      .answer(500, false)),
    ServerFault("a gzip bomb", bomb("gzip", .gzip), .answer(200, false)),
    ServerFault("a deflate bomb", bomb("deflate", .zlib), .answer(200, false)),
    ServerFault("a bomb within an error", bomb("gzip", .gzip, status: 502), .answer(502, false)),
  ]

  /// The valid statuses of every class, and invalid ones.
  private static let statuses =
    [200, 201, 226, 299, 300, 305, 306, 400, 402, 408, 418, 425, 429, 451, 499, 500, 502, 504]
    .map { ServerFault("status \($0)", .answer(status: $0), .answer($0, true)) } + [
      ServerFault("status 407, which only a proxy gives", .answer(status: 407), .failure),
      ServerFault("status 599", .answer(status: 599), .answer(599, true)),
      ServerFault("status 600", .answer(status: 600), .answer(600, true)),
      ServerFault("status 999", .answer(status: 999), .answer(999, true)),
      ServerFault("status 101", .raw("HTTP/1.1 101 X\r\nUpgrade: a\r\n\r\n"), .failureOr(101)),
      ServerFault(
        "100, and then the answer", .raw(interim(100) + head(503) + "{}"), .answer(503, true)),
      ServerFault(
        "103 twice, and then the answer", .raw(interim(103) + interim(103) + head(200) + "{}"),
        .answer(200, true)),
      ServerFault("204 with a body", .raw(head(204, length: 5) + "hello"), .head(204)),
      ServerFault("205 with a body", .raw(head(205, length: 5) + "hello"), .head(205)),
      ServerFault("304 with a body", .raw(head(304, length: 5) + "hello"), .head(304)),
      ServerFault("status 1000", .raw(head(1000) + "{}"), .failureOr(100)),
      ServerFault("status 20", .raw("HTTP/1.1 20 X\r\n\r\n"), .failure),
      ServerFault("status 000", .raw("HTTP/1.1 000 X\r\n\r\n"), .failure),
      ServerFault("status -200", .raw("HTTP/1.1 -200 X\r\n\r\n"), .failure),
      ServerFault("status OK", .raw("HTTP/1.1 OK\r\n\r\n"), .failure),
      ServerFault(
        "a status without words", .raw("HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n"),
        .answer(503, true)),
      ServerFault(
        "a status without the space after it",
        .raw("HTTP/1.1 503\r\nContent-Length: 0\r\n\r\n"), .failureOr(503)),
    ]

  /// The wrong lengths and chunks.
  private static let framing = [
    ServerFault("more than announced", .raw(head(200) + "{} and more"), .answer(200, true)),
    ServerFault("less than announced", .raw(head(200, length: 900) + "{}"), .answer(200, false)),
    ServerFault("a negative length", .raw(header("Content-Length: -1") + "{}"), .failureOr(200)),
    ServerFault(
      "a length beyond all numbers", .raw(header("Content-Length: 99999999999999999999") + "{}"),
      .failureOr(200)),
    ServerFault(
      "a length that is none", .raw(header("Content-Length: ten") + "{}"), .failureOr(200)),
    ServerFault(
      "two lengths", .raw(header("Content-Length: 2\r\nContent-Length: 9") + "{}"), .failureOr(200)),
    ServerFault(
      "a length and chunks",
      .raw(header("Content-Length: 9\r\nTransfer-Encoding: chunked") + "2\r\n{}\r\n0\r\n\r\n"),
      .answer(200, true)),
    ServerFault("a chunk without size", .raw(chunked + "zz\r\n{}\r\n"), .answer(200, false)),
    ServerFault(
      "a chunk of 2^64", .raw(chunked + "10000000000000000\r\n{}\r\n"), .answer(200, false)),
    ServerFault(
      "a chunk longer than announced", .raw(chunked + "1\r\n{}\r\n0\r\n\r\n"), .answer(200, false)),
    ServerFault(
      "trailers without end", flood(chunked + "2\r\n{}\r\n0\r\n", "X-A: b\r\n"), .head(200)),
    ServerFault(
      "an unknown encoding",
      .raw(header("Content-Encoding: rot13\r\nContent-Length: 2") + "{}"), .head(200)),
    ServerFault(
      "gzip that is none", .raw(header("Content-Encoding: gzip\r\nContent-Length: 2") + "{}"),
      .head(200)),
    ServerFault(
      "an unknown transfer encoding", .raw(header("Transfer-Encoding: rot13") + "{}"),
      .failureOr(200)),
    ServerFault("HTTP/1.0 without length", .raw("HTTP/1.0 200 OK\r\n\r\n{}"), .answer(200, true)),
  ]

  /// The answers that are barely HTTP.
  private static let unusual = [
    ServerFault("HTTP/0.9", .raw("<html>hello</html>"), .failure),
    ServerFault(
      "HTTP/2 in clear", .raw("\0\0\u{12}\u{4}\0\0\0\0\0\0\u{3}\0\0\0d\0\u{4}\0\0\u{FF}"), .failure),
    ServerFault(
      "HTTP/9.9", .raw("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}"), .failureOr(200)),
    ServerFault("ICY", .raw("ICY 200 OK\r\nContent-Length: 2\r\n\r\n{}"), .failureOr(200)),
    ServerFault(
      "lines without CR", .raw("HTTP/1.1 503 X\nContent-Length: 2\n\n{}"), .failureOr(503)),
    ServerFault(
      "a header without a colon", .raw(header("nonsense\r\nContent-Length: 2") + "{}"),
      .failureOr(200)),
    ServerFault(
      "a header with a zero byte", .raw(header("X-A: b\0c\r\nContent-Length: 2") + "{}"),
      .failureOr(200)),
    ServerFault(
      "a header beyond ASCII", .raw(header("X-A: \u{FF}\u{4E2D}\r\nContent-Length: 2") + "{}"),
      .answer(200, true)),
    ServerFault(
      "a header continued on the next line",
      .raw(header("X-A: b\r\n c\r\nContent-Length: 2") + "{}"), .answer(200, true)),
    ServerFault(
      "a head of 60 KiB",
      .raw(
        header("X-A: " + String(repeating: "b", count: 60 << 10) + "\r\nContent-Length: 2") + "{}"),
      .answer(200, true)),
    ServerFault(
      "a head of 90 KiB",
      .raw(
        header("X-A: " + String(repeating: "b", count: 90 << 10) + "\r\nContent-Length: 2") + "{}"),
      .failure),
    ServerFault(
      "3,000 headers",
      .raw(header((0..<3000).map { "X-\($0): b\r\n" }.joined() + "Content-Length: 2") + "{}"),
      .answer(200, true)),
    ServerFault("a byte order mark before all", .raw("\u{FEFF}" + head(200) + "{}"), .failure),
    ServerFault("blank lines before all", .raw("\r\n\r\n" + head(200) + "{}"), .failureOr(200)),
    ServerFault("a redirect to a file", redirect("file:///etc/passwd"), .answer(302, true)),
    ServerFault("a redirect to itself", redirect("/"), .answer(302, true)),
    ServerFault("a redirect to nowhere", redirect("http://[::1"), .answer(302, true)),
    ServerFault("a redirect without a place", .raw(head(302) + "{}"), .answer(302, true)),
    ServerFault(
      "a refresh", .raw(header("Refresh: 0; url=/ok\r\nContent-Length: 2") + "{}"),
      .answer(200, true)),
  ]

  private static let chunked = header("Transfer-Encoding: chunked")

  private static func header(_ lines: String) -> String { "HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n" }

  private static func head(_ status: Int, length: Int = 2) -> String {
    "HTTP/1.1 \(status) X\r\nContent-Length: \(length)\r\n\r\n"
  }

  private static func interim(_ status: Int) -> String { "HTTP/1.1 \(status) X\r\nLink: a\r\n\r\n" }

  private static func drip(_ head: String, _ drop: String) -> FaultyHTTPServer.Behaviour {
    .endless(head: head, chunk: Array(drop.utf8), pause: .milliseconds(50))
  }

  private static func flood(_ head: String, _ wave: String) -> FaultyHTTPServer.Behaviour {
    let times = max(1, (1 << 14) / wave.utf8.count)
    return .endless(
      head: head, chunk: Array(String(repeating: wave, count: times).utf8), pause: .zero)
  }

  private static func redirect(_ place: String) -> FaultyHTTPServer.Behaviour {
    .answer(status: 302, headers: ["Location: \(place)"])
  }

  private static func bomb(
    _ encoding: String, _ wrapping: BombWrapping, status: Int = 200
  ) -> FaultyHTTPServer.Behaviour {
    .answer(
      status: status, headers: ["Content-Encoding: \(encoding)"],
      body: compressedBomb(of: 100 << 20, wrapping))
  }
}

extension ServerFault.Outcome {
  fileprivate static func answer(_ status: Int, _ isComplete: Bool) -> Self {
    .answer(status, isComplete: isComplete)
  }
}
