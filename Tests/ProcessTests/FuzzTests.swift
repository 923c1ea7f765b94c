import Foundation
import JSONCodec
import TestSupport
import Testing

@Suite(.serialized) struct FuzzTests {
  /// Numbers that look random and are the same each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let seeds = [
    #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","params":{}}"#,
    #"[{"jsonrpc":"2.0","id":2,"method":"bridge.check","params":["bridge.ping",[]]},{"jsonrpc":"2.0","method":"bridge.ping"}]"#,
    #"{"jsonrpc":"2.0","id":"é","method":"pushSubscribe","params":{"cats":[{"name":"a"}],"customFields":{"n":-1.5e3}}}"#,
    #"{"jsonrpc":"2.0","id":null,"method":"events.list","params":{"since":0,"limit":5}}"#,
    #"{"jsonrpc":"2.0","id":18446744073709551616,"method":"outbox.get","params":{"requestId":"x"}}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    #"{"jsonrpc":"2.0","id":"cb","result":[1,{"a":null}]}"#,
  ]

  @Test(
    "whatever comes in, the bridge answers by the rules and goes on",
    arguments: WireConnection.Framing.allCases, [1, 2, 3] as [UInt64])
  func mutations(framing: WireConnection.Framing, seed: UInt64) async throws {
    var dice = Dice(state: seed)
    let place = TemporaryDirectory()
    try await withBridge(["--stdio", "--socket", place.path + "/run/s"], in: place) { bridge in
      // Ids repeat here, so which answer belongs to which call cannot be judged; their form can.
      let log = WireLog(nil)
      let host = try WireConnection(unix: place.path + "/run/s", framing, log)
      for _ in 0..<400 {
        var message = Array(Self.seeds.randomElement(using: &dice)!.utf8)
        for _ in 0..<Int.random(in: 0...4, using: &dice) { Self.mutate(&message, &dice) }
        try host.send(message)
      }
      try host.send(#"{"jsonrpc":"2.0","id":"the end","method":"bridge.ping"}"#)
      #expect(try await host.answer(to: "the end", within: .seconds(20)) == "pong")
      #expect(log.problems.filter { !$0.hasPrefix("an answer to nothing") } == [])
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    }
  }

  private static func mutate(_ message: inout [UInt8], _ dice: inout Dice) {
    // A newline would end the message in one framing only.
    let bytes = Array(#"{}[]",:0-1.eE\u tfn"#.utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC0, 0xED, 0xFF]
    let byte = bytes.randomElement(using: &dice)!
    let index = Int.random(in: 0..<max(1, message.count), using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: message.insert(byte, at: min(index, message.count))
    case 1 where !message.isEmpty: message[index] = byte
    case 2 where !message.isEmpty: message.remove(at: index)
    case 3 where !message.isEmpty: message.removeSubrange(index...)
    default: message += message[..<min(index, message.count)]
    }
  }
}
