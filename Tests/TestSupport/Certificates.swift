import Foundation
import Glibc
import System

/// The kinds of certificate that a test server presents: a valid one, and one for each fault.
package enum Certificate: String, Sendable, CaseIterable {
  case good, expired, otherHost, selfSigned

  fileprivate var name: String { self == .otherHost ? "DNS:other.example" : "IP:127.0.0.1" }
}

/// A certificate authority that exists during the tests, and the certificates it has signed. Certificates are
/// checked against the system's store of authorities; a mount namespace can replace that store.
package final class Authority: Sendable {
  /// The authority, created once; nil without openssl.
  package static let ofTests = Authority()
  /// The store that libcurl reads when built by Debian.
  package static let systemStore = "/etc/ssl/certs/ca-certificates.crt"
  package static let canBeTrusted = run(
    "unshare", "-rm", "sh", "-c",
    "test -f \(systemStore) && mount --bind /dev/null \(systemStore)")

  /// The options for a new key on an elliptic curve, which takes far less time to make than an RSA key.
  private static let newKey = [
    "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
  ]

  private let directory = TemporaryDirectory()

  private init?() {
    guard
      run(
        ["openssl", "req", "-x509"] + Self.newKey + [
          "-keyout", path("ca.key"), "-out", certificate, "-days", "2", "-subj",
          "/CN=authority of a test",
        ])
    else { return nil }
    for certificate in Certificate.allCases {
      guard make(certificate) else { return nil }
    }
  }

  /// The file of the authority's own certificate.
  package var certificate: String { path("ca.pem") }

  fileprivate func path(_ name: String) -> String { directory.path + "/" + name }
  fileprivate func key(_ certificate: Certificate) -> String { path(certificate.rawValue + ".key") }
  fileprivate func chain(_ certificate: Certificate) -> String {
    path(certificate.rawValue + ".pem")
  }

  private func make(_ certificate: Certificate) -> Bool {
    let subject = ["-subj", "/CN=test"] + Self.newKey + ["-keyout", key(certificate)]
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
        self.certificate, "-CAkey", path("ca.key"), "-CAcreateserial", "-days",
        certificate == .expired ? "-1" : "2", "-out", chain(certificate))
  }
}

/// An `openssl s_server` process that answers the first connection with 200 and outputs the received data.
package final class SecureServer {
  package let port: Int
  private let process: SpawnedProcess
  private let output: String
  /// The server's standard input. The server exits at its end of file, so it stays open.
  private let input: Int32

  /// Starts a server on a free port, or on a given one that an earlier server used.
  package init(_ certificate: Certificate, of authority: Authority, port: Int = 0) throws {
    output = authority.path("output-\(UUID().uuidString)")
    try Data().write(to: URL(fileURLWithPath: output))
    let input = try PipeEnds()
    defer { close(input.reading) }
    self.input = input.writing
    process = try SpawnedProcess(
      "/usr/bin/env",
      [
        "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert",
        authority.chain(certificate), "-key", authority.key(certificate),
      ], input: .descriptor(input.reading), output: .file(output))
    self.port = Self.announcedPort(in: output, or: port)
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    _ = Array(answer.utf8).withUnsafeBytes { write(input.writing, $0.baseAddress, $0.count) }
  }

  deinit {
    close(input)
  }

  /// All received data, decrypted.
  package var received: String { Self.text(output) }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Returns the port from the line `ACCEPT 127.0.0.1:40001`; with a given port the line is only `ACCEPT`.
  /// Returns 0 if no such line appears within ten seconds.
  private static func announcedPort(in output: String, or known: Int) -> Int {
    for _ in 0..<2000 {
      let line = text(output).split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
      if let line { return line.split(separator: ":").last.flatMap { Int($0) } ?? known }
      usleep(5000)
    }
    return 0
  }
}

/// Runs a command. Returns true if it exits with status 0.
package func run(_ command: String...) -> Bool { run(command) }

package func run(_ command: [String]) -> Bool {
  (try? SpawnedProcess("/usr/bin/env", command).wait()) == .exited(0)
}
