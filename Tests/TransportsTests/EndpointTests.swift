import Testing

@testable import Transports

@Suite struct EndpointTests {
  @Test(
    "an endpoint is described by its transport and its address",
    arguments: [
      (Endpoint.stdio, "stdio"), (.unix(path: "/a:b c"), "unix:/a:b c"),
      (.tcp(.ipv4, port: 49152), "tcp:127.0.0.1:49152"), (.tcp(.ipv6, port: 0), "tcp:[::1]:0"),
    ])
  func description(_ endpoint: Endpoint, _ text: String) {
    #expect(endpoint.description == text)
  }
}
