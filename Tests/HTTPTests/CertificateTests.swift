import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

/// Tests of certificate checks against the system's store of authorities. libcurl reads no environment
/// variable here, and a URLSession on Linux cannot select another store. The tests therefore replace the
/// store in their own mount namespaces; without these, only cases that need no trust are tested.
@Suite("Certificates")
struct CertificateTests {
  private static let authority = Authority.ofTests
  private let directory = TemporaryDirectory()

  @Test(
    "without a valid certificate no request is sent, and so no token",
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
    "with a trusted authority the name and the validity period are checked",
    .enabled(if: Authority.canBeTrusted, "a mount namespace of one's own"),
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
      exec unshare -rm sh -c 'mount --bind \(authority.certificate) \(Authority.systemStore) && exec \(worker)'
      """, in: directory)
    let process = makeProcess(path)

    let outcome = await outcome(of: Self.request(server), process)

    guard let reason else {
      #expect(outcome.status == 200)
      try await eventually { server.received.contains("Bearer x.y.secret") }
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
