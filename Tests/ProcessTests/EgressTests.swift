import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that requests go to the platform and nowhere else.
@Suite(.timeLimit(.minutes(10))) struct EgressTests {
  /// A port that counts its connections.
  private final class Trap {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let number = descriptor
      let isOpen = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, length) == 0 && listen(number, 16) == 0
            && getsockname(number, $0, &length) == 0
        }
      }
      guard isOpen else { throw Overdue("no port: errno \(errno)") }
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    var wasVisited: Bool {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, 0) > 0
    }
  }

  @Test("links of a push are returned and never fetched, and a redirect is not followed")
  func links() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let trap = try Trap()
    let link = JSON.string("http://127.0.0.1:\(trap.port)/x")
    let message: JSON = [
      "_ac_push": "true", "_uid": "u-1", "_media": link, "_image": link, "_icon": link,
      "_click-url": link, "media": link, "mediaUrl": link, "image": link, "click-url": link,
      "_buttons": .string(#"[{"label":"a","link":\#(link.text)}]"#),
      "hub_link": ["open": link, "ack": link],
    ]
    let request: JSON = [
      "identifier": "r", "content": ["title": "t", "body": "b", "userInfo": message],
    ]
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      var texts: [String] = []
      for (method, parameters) in [
        ("parsePush", ["message": message]), ("takePush", ["message": message]),
        ("nse.handleNotificationRequest", ["request": request]),
        ("notificationManager.willPresent", ["request": request]),
        ("notificationManager.didReceive", ["response": ["request": request]]),
        ("deliveryEvent", ["message": message, "wait": "outcome"]),
        ("openEvent", ["message": message, "wait": "outcome"]),
      ] as [(String, JSON)] {
        do { texts.append(try await host.call(method, parameters).text) } catch let refused
          as WireConnection.Refused
        {
          // A wrong parameter would prove nothing.
          Issue.record("\(method): \(refused)")
        }
      }
      #expect(texts.contains { $0.contains("\(trap.port)") })

      try simulator.script([
        ScriptRule(times: 1, fault: .redirect(to: "http://127.0.0.1:\(trap.port)/y"))
      ])
      let redirected = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(redirected["outcome"]?.state == "rejected")
      // Every job has ended.
      try await host.call("outbox.flush", ["wait": true])
      #expect(try await host.call("bridge.stats")["outbox"]?["pending"] == 0)
      #expect(!trap.wasVisited)
    }
  }

  /// URLs by the reason of their refusal, so that no other check can refuse them instead.
  static let doubtful: [(reason: String, urls: [String])] = [
    (
      "user name or password",
      [
        "https://good.example@evil.example",
        "https://user:pass@good.example",
        "https://@good.example",
        "https://[::1]@evil.example",
        "http://127.0.0.1@evil.example",
        "https://good.example:443@evil.example",
      ]
    ),
    (
      "the port must be",
      [
        "https://good.example:0",
        "https://good.example:65536",
        "https://good.example:99999",
        "https://good.example:",
        "https://[::1]x",
        "http://127.0.0.1:80:90",
      ]
    ),
    (
      "the host is missing or invalid",
      [
        "https://good%2eexample",
        "https://good.example%00.evil.example",
        "https://",
        "https://[::1",
        "https://[::1%25eth0]",
        "https://good..example",
        "https://good.example..",
        "https://127.1",
        "https://2130706433",
        "https://0x7f000001",
      ]
    ),
    (
      "must begin with https",
      [
        "https:/good.example",
        "//good.example",
        "file:///etc",
        "ftp://good.example",
        "javascript:alert(1)",
        "data:text/plain,x",
      ]
    ),
    (
      "a character",
      [
        #"https://good.example\@evil.example/"#,
        #"https://good.example\.evil.example"#,
        "https://good.example\r\nHost: evil.example",
        "https://good .example",
      ]
    ),
    (
      "fragment",
      [
        "https://good.example#frag",
        "https://good.example#@evil.example/",
      ]
    ),
    (
      "query",
      [
        "https://good.example?q",
        "https://good.example?@evil.example/",
      ]
    ),
    (
      "the path must not contain",
      [
        "https://good.example/../x",
        "https://good.example/%2e%2e/x",
      ]
    ),
    (
      "for this machine only",
      [
        "http://good.example",
        "HTTP://good.example",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example",
        "http://127.0.0.2:80",
        "http://[::ffff:127.0.0.1]:80",
        "http://0.0.0.0",
      ]
    ),
    ("write the host in ASCII", ["https://xn--\u{E9}.example", "https://\u{E9}.example"]),
    ("begins or ends with a space", ["https://good.example\t", " https://good.example"]),
    ("empty or null", [""]),
  ]

  @Test(
    "an apiUrl that could mean another host is refused",
    arguments: doubtful)
  func refused(_ reason: String, _ urls: [String]) async throws {
    try await withBridge { bridge in
      for url in urls {
        let refusal = try await bridge.stdio.refusal(
          of: "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r"]])
        #expect(refusal.code == 471)
        #expect(refusal.error["message"]?.stringValue?.contains(reason) == true, "\(url)")
        #expect(url.utf8.count < 8 || !refusal.error.text.contains(url))
      }
    }
  }

  @Test("a secret or an id cannot inject a header, and the request is not sent without it")
  func injection() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let endings = [
      "\r\nX-Injected: 1", "\nX-Injected: 1", "\r", "\0", " x", "\t", "\u{E9}", "\u{2028}",
    ]
    try await withBridge { bridge in
      let host = bridge.stdio
      for ending in endings {
        let configuration: JSON = ["apiUrl": .string(url), "rToken": .string("r" + ending)]
        #expect(
          try await host.refusal(of: "initialization", ["configuration": configuration]).code == 472
        )
      }
      try await host.storeToken(url)
      for ending in endings {
        let id = JSON.string("id" + ending)
        #expect(try await host.refusal(of: "pushSubscribe", ["requestId": id]).code == -32602)
      }
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      for ending in endings {
        let token = JSON.string(TestJWT.ann + ending)
        try await host.call("setJWTProvider", ["provider": ["token": token]])
        #expect(try await host.refusal(of: "pushSubscribe").code == 402)
        #expect(try await host.call("getStatusOfLatestSubscription") == .null)
      }
      #expect(simulator.requests().isEmpty)
      // A push token may have any form, but it must not break out of the query.
      try await host.call("setJWTProvider", ["provider": ["token": .string(TestJWT.ann)]])
      let odd = "t\r\nX-Injected: 1&a=b#c é+;"
      try await host.call(
        "setPushToken", ["provider": "ios-firebase", "pushToken": .string(odd)])
      _ = try await host.call("pushSubscribe", ["wait": "outcome"])
      try await host.call("getStatusForCurrentSubscription")
      #expect(!simulator.requests().isEmpty)
      for request in simulator.requests() {
        #expect(!request.headers.keys.contains { $0.lowercased().contains("injected") })
      }
    }
  }
}
