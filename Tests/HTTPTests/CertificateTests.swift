import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

/// Certificates are judged by the system's store of authorities: libcurl asks no environment variable here,
/// and nothing in a URLSession on Linux names another store. So the tests put theirs in its place, in
/// mount namespaces of their own; where none can be made only what needs no trust is tested.
@Suite("Certificates", .serialized)
struct CertificateTests {
  private static let authority = Authority()
  private let directory = TemporaryDirectory()

  @Test(
    "without a certificate that holds there is no request, and so no token goes out",
    arguments: [
      (Certificate.selfSigned, "self-signed certificate"),
      (.good, "unable to get local issuer certificate"),
    ])
  func untrusted(certificate: Certificate, reason: String) async throws {
    let server = try SecureServer(certificate, of: try #require(Self.authority))
    let process = makeProcess()

    let outcome = await outcome(of: Self.request(server), process)

    #expect(try #require(outcome.transportMessage).hasPrefix("tls: "))
    #expect(outcome.transportMessage?.contains(reason) == true, "\(outcome)")
    #expect(!server.received.contains("x.y.secret"))
  }

  @Test(
    "under an authority that is trusted the name and the date count",
    .enabled(if: hasNamespaces, "a mount namespace of one's own"),
    arguments: [
      (Certificate.expired, "certificate has expired"),
      (.otherHost, "name matches target host name"),
      (.selfSigned, "self-signed certificate"), (.good, nil),
    ] as [(Certificate, String?)])
  func trusted(certificate: Certificate, reason: String?) async throws {
    let authority = try #require(Self.authority)
    let server = try SecureServer(certificate, of: authority)
    let worker = builtProduct("altcraft-bridge-delivery")
    let path = try script(
      """
      exec unshare -rm sh -c 'mount --bind \(authority.path("ca.pem")) \(systemStore) && exec \(worker)'
      """, in: directory)
    let process = makeProcess(path)

    let outcome = await outcome(of: Self.request(server), process)

    guard let reason else {
      #expect(outcome.status == 200)
      #expect(await eventually { server.received.contains("Bearer x.y.secret") })
      return
    }
    #expect(try #require(outcome.transportMessage).hasPrefix("tls: "))
    #expect(outcome.transportMessage?.contains(reason) == true, "\(outcome)")
    #expect(!server.received.contains("x.y.secret"))
  }

  private static func request(_ server: SecureServer) -> HTTPRequest {
    post(
      "https://127.0.0.1:\(server.port)/",
      headers: [HTTPHeader("Authorization", "Bearer x.y.secret")], deadline: .seconds(10))
  }
}

/// Where libcurl looks, as Debian builds it.
private let systemStore = "/etc/ssl/certs/ca-certificates.crt"

private let hasNamespaces = run(
  "unshare", "-rm", "sh", "-c", "test -f \(systemStore) && mount --bind /dev/null \(systemStore)")

enum Certificate: String, Sendable {
  case good, expired, otherHost, selfSigned

  fileprivate var name: String { self == .otherHost ? "DNS:other.example" : "IP:127.0.0.1" }
}

/// An authority of the moment, and what it has signed.
private final class Authority: Sendable {
  private let directory = TemporaryDirectory()

  init?() {
    guard
      run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("ca.key"),
        "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=authority of a test")
    else { return nil }
    for certificate in [Certificate.good, .expired, .otherHost, .selfSigned] {
      guard make(certificate) else { return nil }
    }
  }

  func path(_ name: String) -> String { directory.path + "/" + name }

  func key(_ certificate: Certificate) -> String { path(certificate.rawValue + ".key") }
  func chain(_ certificate: Certificate) -> String { path(certificate.rawValue + ".pem") }

  private func make(_ certificate: Certificate) -> Bool {
    let subject = [
      "-subj", "/CN=test", "-newkey", "rsa:2048", "-nodes", "-keyout", key(certificate),
    ]
    let alternative = "subjectAltName=\(certificate.name)"
    if certificate == .selfSigned {
      return run(
        [
          "openssl", "req", "-x509", "-days", "2", "-addext", alternative, "-out",
          chain(certificate),
        ]
          + subject)
    }
    let request = path("request.csr")
    return run(["openssl", "req", "-addext", alternative, "-out", request] + subject)
      && run(
        "openssl", "x509", "-req", "-in", request, "-copy_extensions", "copy", "-CA",
        path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days",
        certificate == .expired ? "-1" : "2", "-out", chain(certificate))
  }
}

/// `openssl s_server`: answers the first connection with 200, and shows what it was sent.
private final class SecureServer {
  let port: Int
  private let process = Process()
  private let output: String

  init(_ certificate: Certificate, of authority: Authority) throws {
    output = authority.path("output-\(UUID().uuidString)")
    try Data().write(to: URL(fileURLWithPath: output))
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", authority.chain(certificate),
      "-key", authority.key(certificate),
    ]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    input.fileHandleForWriting.write(Data(answer.utf8))
    self.input = input
    port = Self.announcedPort(in: output)
  }

  /// Its end would be the server's.
  private let input: Pipe

  deinit {
    // It has the signal mask of the thread that started it, so it may not listen to others.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var received: String { Self.text(output) }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// `ACCEPT 127.0.0.1:40001`; 0 when it does not say so within ten seconds.
  private static func announcedPort(in output: String) -> Int {
    for _ in 0..<2000 {
      let line = text(output).split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
      if let port = line?.split(separator: ":").last.flatMap({ Int($0) }) { return port }
      usleep(5000)
    }
    return 0
  }
}

private func run(_ command: String...) -> Bool { run(command) }

private func run(_ command: [String]) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  do { try process.run() } catch { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
