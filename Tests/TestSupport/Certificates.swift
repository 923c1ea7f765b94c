import Foundation
import Glibc

/// What a server shows, and what is wrong with it.
package enum Certificate: String, Sendable, CaseIterable {
  case good, expired, otherHost, selfSigned

  fileprivate var name: String { self == .otherHost ? "DNS:other.example" : "IP:127.0.0.1" }
}

/// An authority of the moment, and what it has signed. Certificates are judged by the system's store of
/// authorities; in its place another one can be put in a mount namespace.
package final class Authority: Sendable {
  /// Made once; nil where there is no openssl.
  package static let ofTests = Authority()
  /// Where libcurl looks, as Debian builds it.
  package static let systemStore = "/etc/ssl/certs/ca-certificates.crt"
  package static let canBeTrusted = run(
    "unshare", "-rm", "sh", "-c",
    "test -f \(systemStore) && mount --bind /dev/null \(systemStore)")

  private let directory = TemporaryDirectory()

  private init?() {
    guard
      run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("ca.key"),
        "-out", certificate, "-days", "2", "-subj", "/CN=authority of a test")
    else { return nil }
    for certificate in Certificate.allCases {
      guard make(certificate) else { return nil }
    }
  }

  /// The file of its own certificate.
  package var certificate: String { path("ca.pem") }

  fileprivate func path(_ name: String) -> String { directory.path + "/" + name }
  fileprivate func key(_ certificate: Certificate) -> String { path(certificate.rawValue + ".key") }
  fileprivate func chain(_ certificate: Certificate) -> String {
    path(certificate.rawValue + ".pem")
  }

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
        self.certificate, "-CAkey", path("ca.key"), "-CAcreateserial", "-days",
        certificate == .expired ? "-1" : "2", "-out", chain(certificate))
  }
}

/// `openssl s_server`: answers the first connection with 200, and shows what it was sent.
package final class SecureServer {
  package let port: Int
  private let process = Process()
  private let output: String
  /// Its end would be the server's.
  private let input = Pipe()

  /// On a port of its own, or on one that was another's before.
  package init(_ certificate: Certificate, of authority: Authority, port: Int = 0) throws {
    output = authority.path("output-\(UUID().uuidString)")
    try Data().write(to: URL(fileURLWithPath: output))
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert",
      authority.chain(certificate), "-key", authority.key(certificate),
    ]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.port = Self.announcedPort(in: output, or: port)
    answerNext()
  }

  deinit {
    // It has the signal mask of the thread that started it, so it may not listen to others.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Everything it was sent, once decrypted.
  package var received: String { Self.text(output) }

  /// Answers the connection that is open, or the next one that comes.
  package func answerNext() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    input.fileHandleForWriting.write(Data(answer.utf8))
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// `ACCEPT 127.0.0.1:40001`, or `ACCEPT` alone on a port it was told; 0 when it does not say so within ten
  /// seconds.
  private static func announcedPort(in output: String, or known: Int) -> Int {
    for _ in 0..<2000 {
      let line = text(output).split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
      if let line { return line.split(separator: ":").last.flatMap { Int($0) } ?? known }
      usleep(5000)
    }
    return 0
  }
}

/// Whether the command did it.
package func run(_ command: String...) -> Bool { run(command) }

package func run(_ command: [String]) -> Bool {
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
