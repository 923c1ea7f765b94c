import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

@Suite("Certificates")
struct CertificateTests {
  private static let authority = Authority.ofTests

  @Test(
    "without a valid certificate no request is sent, and so no token",
    arguments: [
      (Certificate.selfSigned, "self-signed certificate"),
      (.good, "unable to get local issuer certificate"),
    ])
  func untrusted(certificate: Certificate, reason: String) async throws {
    let server = try SecureServer(certificate, of: try #require(Self.authority))

    let outcome = await outcome(of: Self.request(server), makeClient())

    #expect(outcome.failure == TransportFailure(.tls, "127.0.0.1:\(server.port)", reason))
    #expect(!server.received.contains("x.y.secret"))
  }

  @Test(
    "with a trusted authority the name and the validity period are checked",
    arguments: [
      (Certificate.expired, "certificate has expired"),
      (.otherHost, "name matches target host name"),
      (.selfSigned, "self-signed certificate"), (.good, nil),
    ] as [(Certificate, String?)])
  func trusted(certificate: Certificate, reason: String?) async throws {
    let authority = try #require(Self.authority)
    let server = try SecureServer(certificate, of: authority)
    let client = makeClient { $0.caFile = authority.certificate }

    let outcome = await outcome(of: Self.request(server), client)

    guard let reason else {
      #expect(outcome.status == 200)
      try await eventually { server.received.contains("Bearer x.y.secret") }
      return
    }
    #expect(outcome.failure?.step == .tls)
    #expect(outcome.failure?.reason.contains(reason) == true, "\(outcome)")
    #expect(!server.received.contains("x.y.secret"))
  }

  @Test(
    "the variables of curl name the trusted authorities",
    arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  func variables(name: String) async throws {
    let authority = try #require(Self.authority)
    let server = try SecureServer(.good, of: authority)
    let client = makeClient { $0.variables[name] = authority.certificate }

    #expect(await outcome(of: Self.request(server), client).status == 200)
  }

  @Test("a file of authorities that is missing fails the attempt, and its path is named")
  func missing() async throws {
    let server = try SecureServer(.good, of: try #require(Self.authority))
    let client = makeClient { $0.caFile = "/no/such/file" }

    let outcome = await outcome(of: Self.request(server), client)

    #expect(outcome.failure?.step == .tls)
    #expect(outcome.failure?.reason.contains("/no/such/file") == true, "\(outcome)")
  }

  private static func request(_ server: SecureServer) -> HTTPRequest {
    post(
      "https://127.0.0.1:\(server.port)/",
      headers: [HTTPHeader("Authorization", "Bearer x.y.secret")], deadline: .seconds(10))
  }
}
