import Testing

@testable import Transports

@Suite struct EndpointTests {
  @Test(
    "an endpoint parses its own description",
    arguments: [
      "stdio", "unix:/run/x/rpc.sock", "unix:/a:b c", "tcp:127.0.0.1:49152", "tcp:[::1]:0",
      "tcp:[::1]:65535",
    ])
  func roundTrip(_ text: String) {
    #expect(Endpoint(text)?.description == text)
  }

  @Test(
    "every other text is rejected",
    arguments: [
      "", "stdio ", "unix:", "unix:relative", "tcp:", "tcp:127.0.0.1", "tcp:127.0.0.1:",
      "tcp:127.0.0.1:65536", "tcp:127.0.0.1:-1", "tcp:127.0.0.1:+1", "tcp:127.0.0.1: 1",
      "tcp:localhost:80", "tcp:0.0.0.0:80", "tcp:127.0.0.2:80", "tcp:::1:80", "tcp:[::]:80",
      "tcp:[::1]80", "tcp:10.0.0.1:80",
    ])
  func refused(_ text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test("the path of a socket is made absolute")
  func socketPath() {
    #expect(Endpoint(socketPath: "/a/b") == .unix(path: "/a/b"))
    #expect(Endpoint(socketPath: "") == nil)
    guard case .unix(let path) = Endpoint(socketPath: "b") else {
      Issue.record("no path")
      return
    }
    #expect(path.hasPrefix("/") && path.hasSuffix("/b"))
  }
}
