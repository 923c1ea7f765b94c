import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the rule that no page of another origin reads or changes the platform.
@Suite struct ControlAccessTests {
  private func status(
    _ platform: TestPlatform, _ line: String, _ headers: [String]
  ) throws -> Int {
    let client = RawClient(platform.address)
    let port = String(platform.address.port)
    let lines = headers.map { $0.replacing("PORT", with: port) + "\r\n" }.joined()
    client.send("\(line) HTTP/1.1\r\n\(lines)Content-Length: 0\r\n\r\n")
    return try client.readAnswer().status
  }

  @Test(
    "a request is accepted from programs and from the page of the simulator",
    arguments: [
      ["Host: 127.0.0.1:PORT"], ["Host: localhost:PORT"], ["Host: LOCALHOST:PORT"],
      ["Host: [::1]:PORT"], ["Host: 127.0.0.1:PORT", "Origin: http://127.0.0.1:PORT"],
      ["Host: localhost:PORT", "Origin: http://localhost:PORT", "Sec-Fetch-Site: same-origin"],
      ["Host: localhost:PORT", "Sec-Fetch-Site: none"],
    ])
  func accepted(headers: [String]) throws {
    let platform = try TestPlatform()
    for line in ["POST /__reset", "DELETE /__requests", "GET /__state", "GET /__pushes?token=t"] {
      #expect(try status(platform, line, headers) == 200, "\(line)")
    }
  }

  @Test(
    "a request that may change something is refused from a page of another origin",
    arguments: [
      "Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1:PORT",
      "Origin: http://127.0.0.1:1", "Origin: http://localhost:PORT", "Origin: ",
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: other",
    ])
  func foreignOrigin(header: String) throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    let headers = ["Host: 127.0.0.1:PORT", header]
    for line in [
      "POST /__reset", "POST /__script", "POST /__import", "POST /__campaigns", "POST /__pushes",
      "DELETE /__state", "DELETE /__requests", "DELETE /__script", "GET /__pushes?token=t-1",
      "GET /__hub?open=x",
    ] { #expect(try status(platform, line, headers) == 403, "\(line)") }

    #expect(platform.simulator.state.profiles.count == 1)
    #expect(platform.simulator.requests().count == 1)
  }

  @Test(
    "no control request is answered under another name of this machine",
    arguments: [
      "Host: evil.example", "Host: evil.example:PORT", "Host: 127.0.0.1", "Host: 127.0.0.1:1",
      "Host: 127.0.0.1:PORT.evil.example", "Host: 127.0.0.2:PORT", "Host: ", "Host: localhost",
      "Host: 127.0.0.1:PORT@evil.example", "Host: 0:PORT",
    ])
  func foreignHost(header: String) throws {
    let platform = try TestPlatform()
    for line in ["GET /", "GET /__state", "GET /__requests", "GET /__export", "POST /__reset"] {
      #expect(try status(platform, line, [header]) == 403, "\(line)")
    }
  }

  @Test("the page is served at / with its policy, is not recorded, and POST / is an unknown path")
  func page() throws {
    let platform = try TestPlatform()
    let page = try platform.control("GET", "/")

    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(
      page.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'sha256-")
        == true)
    #expect(page.headers["content-security-policy"]?.hasSuffix("frame-ancestors 'none'") == true)
    #expect(page.headers["x-content-type-options"] == "nosniff")
    #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))
    #expect(try platform.control("GET", "/favicon.ico").status == 204)
    #expect(platform.simulator.requests().isEmpty)
    #expect(try platform.control("POST", "/").status == 404)
  }

  @Test("the requests of an app are not affected: they have credentials of their own")
  func appsAreFree() throws {
    let platform = try TestPlatform()
    let request = subscribe().with(header: "Host", "platform.example").with(
      header: "Origin", "http://app.example")
    #expect(try platform.answer(request).status == 200)
  }

  @Test(
    "a record has in words why the request was refused, or not answered as usual",
    arguments: [
      (#"{"status":503}"#, "a rule answered in place of the platform"),
      (#"{"drop":"before"}"#, "a rule dropped the connection; the request was not performed"),
      (#"{"drop":"after"}"#, "a rule dropped the connection after the request was performed"),
      (#"{"truncateBody":3}"#, "a rule ended the answer after 3 bytes of its body"),
      (#"{"delayMs":1}"#, "a rule delayed the answer by 1 ms"),
      (#"{"redirect":"http://x"}"#, "a rule redirected the request to http://x"),
      (
        #"{"status":503,"body":{"error":503,"error_text":"busy"},"delayMs":1}"#,
        "a rule answered in place of the platform; busy; a rule delayed the answer by 1 ms"
      ),
      ("", "query provider: is missing"),
    ])
  func why(fault: String, why: String) throws {
    let platform = try TestPlatform()
    if fault.isEmpty {
      _ = try platform.answer(subscribe().with(query: "matching_mode=email&sync=true"))
    } else {
      _ = try platform.control("POST", "/__script", #"{"rules":[{"fault":\#(fault)}]}"#)
      _ = try? platform.answer(subscribe())
    }
    #expect(platform.simulator.requests().map(\.why) == [why])
  }
}
