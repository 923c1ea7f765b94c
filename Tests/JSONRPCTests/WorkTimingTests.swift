import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

/// The time for a message is proportional to its bytes, for any content and any outcome.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WorkTimingTests {
  private static let limit = 128 * 1024

  // 22 levels took 0.75 s and each further one doubled the time: every level was visited twice.
  @Test("the time to find a duplicate member is linear in its depth, not exponential")
  func depth() throws {
    let messages = [8, 16].map { Array(Self.request(LargeDocument.duplicate(atDepth: $0)).utf8) }
    let local = LocalPeer<PeerFixture>.fixture()

    let growth = growth(from: 0, to: 1, below: 8) { index in
      local.receive([messages[index]])
      _ = local.channel.takeAll()
    }
    #expect(growth < 8)
  }

  @Test("a duplicate member at the greatest depth is rejected with its path", arguments: [61, 62])
  func greatestDepth(_ depth: Int) throws {
    let local = LocalPeer<PeerFixture>.fixture()

    local.receive(Self.request(LargeDocument.duplicate(atDepth: depth)))
    let answer = try JSONParser.parse(Array(local.channel.takeAll()[0].utf8)).value
    let error = try #require(answer["error"])
    #expect(error["code"] == -32602)
    let path = "1." + String(repeating: "a.", count: depth - 1) + "d"
    #expect(error["data"]?["parameter"] == .string(String(path.prefix(128))))
  }

  @Test("a message is linear in its bytes", arguments: LargeDocument.allCases)
  func messages(_ form: LargeDocument) throws {
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.json = .generous }
    for small in [Self.limit / 100, Self.limit / 10] {
      let messages = Dictionary(
        uniqueKeysWithValues: [small, small * 10].map {
          ($0, Array(Self.request(form.text(bytes: $0)).utf8))
        })
      let growth = growth(from: small, to: small * 10) { size in
        local.receive([messages[size] ?? []])
        _ = local.channel.takeAll()
      }
      #expect(growth < maxLinearGrowth)
    }
  }

  @Test("a batch is linear in its elements and in their errors", arguments: [true, false])
  func batches(isRefused: Bool) {
    let element = isRefused ? "{}" : LocalPeer<PeerFixture>.request("now", "a")
    let local = LocalPeer<PeerFixture>.fixture { $0.limits.batchLength = 10_000 }
    let batches = Dictionary(
      uniqueKeysWithValues: [200, 2_000].map {
        ($0, Array(("[" + Array(repeating: element, count: $0).joined(separator: ",") + "]").utf8))
      })

    let growth = growth(from: 200, to: 2_000) { count in
      local.receive([batches[count] ?? []])
      _ = local.channel.takeAll()
    }
    #expect(growth < maxLinearGrowth)
  }

  @Test(
    "a long message of an unauthenticated peer takes no longer than a short one",
    arguments: ["[", "{", " "])
  func unproven(start: String) {
    let messages = Dictionary(
      uniqueKeysWithValues: [8 * 1024, Self.limit].map {
        ($0, Array((start + String(repeating: "[", count: $0)).utf8))
      })

    let growth = growth(from: 8 * 1024, to: Self.limit, below: 4) { size in
      let local = LocalPeer<PeerFixture>.fixture { $0.authenticationMethod = "login" }
      local.receive([messages[size] ?? []])
      #expect(local.channel.isClosed)
    }
    #expect(growth < 4)
  }

  private static func request(_ document: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"now","params":["a",\#(document)]}"#
  }
}
