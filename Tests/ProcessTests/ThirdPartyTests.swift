import Foundation
import TestSupport
import Testing

/// Tests of the page *Works with*, which shows the programs in `Tests/third-party`.
@Suite("The clients that others wrote, on their page") struct ThirdPartyTests {
  private static let page = "Sources/altcraft-bridge/AltcraftBridge.docc/WorksWith.md"

  @Test(
    "have their code on the page, as it is tested", arguments: Set(ThirdPartyClient.all.map(\.file))
  )
  func isOnPage(file: String) throws {
    let lines = try String(contentsOfFile: "\(ThirdPartyClient.folder)/\(file)", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("with: begin") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("with: end") })
    let indentation = lines[start].prefix { $0 == " " }
    let code = lines[(start + 1)..<end].map { $0.trimmingPrefix(indentation) }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)

    let blocks = try Page(Self.page).blocks.map { $0.text.trimmingCharacters(in: .newlines) }

    #expect(blocks.contains(code))
  }

  @Test("are on the page with what was tried")
  func table() throws {
    let text = try Page.text(Self.page)
    let names = [
      "stdio": "standard input and output", "unix": "Unix socket", "tcp": "TCP",
      "websocket": "WebSocket",
    ]
    let doings = [
      "call": "calls", "callback": "callbacks", "events": "events",
      "pipelined": "1,000 pipelined calls", "cancel": "cancel",
    ]
    for client in ThirdPartyClient.all {
      let transports = client.transports.map { names[$0] ?? "" }.joined(separator: ", ")
      let can = client.can.split(separator: " ").map { doings[String($0)] ?? "" }
      #expect(text.contains("| \(client.title) | \(transports) | \(can.joined(separator: ", ")) |"))
    }
    #expect(try Page(Self.page).blocks.count == Set(ThirdPartyClient.all.map(\.file)).count)
  }
}
