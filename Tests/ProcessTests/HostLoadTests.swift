import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of hosts that exceed their share: their use is bounded, they leave nothing behind, and the others do
/// not notice. `HOST_LOAD=long` uses the sizes of the guarantees, and takes minutes instead of seconds.
@Suite(.timeLimit(.minutes(10))) struct HostLoadTests {
  private static let isLong = ProcessInfo.processInfo.environment["HOST_LOAD"] == "long"
  private static let mebibyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

  /// Serves on all transports. The body gets a well-behaved host, on standard input.
  private func withLoad(
    _ arguments: [String] = [], _ body: (ServiceProcess, WireConnection) async throws -> Void
  ) async throws {
    let place = TemporaryDirectory()
    let transports = ["--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(transports + arguments, in: place) { bridge in
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
      try await body(bridge, bridge.stdio)
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    }
  }

  enum Giant: String, CaseIterable {
    case unixLine, unixHeaders, tcpLine, tcpHeaders
  }

  @Test(
    "an endless message takes no memory and ends its connection with an error",
    arguments: Giant.allCases)
  func giant(_ kind: Giant) async throws {
    try await withLoad { bridge, good in
      let before = try bridge.vitals
      let peer =
        try await (kind == .unixLine || kind == .unixHeaders ? bridge.rawUnix() : bridge.rawTCP())
      let isLine = kind == .unixLine || kind == .tcpLine
      let size = Self.isLong ? 1024 : 128
      #expect(peer.write(isLine ? #"{"jsonrpc":""# : "Content-Length: 1073741824\r\n\r\n"))
      var written = 0
      for _ in 0..<size {
        guard peer.write(Self.mebibyte) else { break }
        written += 1
        if written % 16 == 0 { #expect(try await good.call("bridge.ping") == "pong") }
      }

      let after = try bridge.vitals
      #expect(after.peakKiB - before.peakKiB <= 8 << 10, "\(before) / \(after)")
      // Unread input causes a reset, which may overtake the error.
      if let said = peer.rest(), !said.isEmpty {
        #expect(String(decoding: said, as: UTF8.self).contains("frameBytes"))
      }
      try await bridge.settles(to: before)
    }
  }

  @Test("on standard input it is skipped, and the input behind it is read")
  func giantOnStdio() async throws {
    try await withLoad { bridge, good in
      let before = try bridge.vitals
      try good.write(Array(#"{"jsonrpc":""#.utf8))
      for _ in 0..<(Self.isLong ? 1024 : 64) { try good.write(Self.mebibyte) }
      try good.write([UInt8(ascii: "\n")])

      let refusal = try await good.messages(2)[1]
      #expect(refusal["error"]?.code == -32003 && refusal["id"] == .null)
      #expect(try await good.call("bridge.ping") == "pong")
      let after = try bridge.vitals
      #expect(after.peakKiB - before.peakKiB <= 8 << 10, "\(before) / \(after)")
    }
  }

  // A list of 500,000 numbers once kept its thread busy for hours, and 64 of them in flight took half a
  // gigabyte.
  @Test(
    "wide messages are read in time, in bounded memory, one or many",
    arguments: ["0", "[]", "{}", #""""#, #"{"a":0}"#, "[[[]]]"])
  func wide(_ element: String) async throws {
    try await withLoad(["--limit", "callbackSeconds=2"]) { bridge, good in
      try await good.call("initialization", ["configuration": ["apiUrl": "http://127.0.0.1:9"]])
      let greedy = try await bridge.connectUnix()
      try await greedy.call("setJWTProvider", ["provider": "callback"])
      let before = try bridge.vitals
      let count = ((1 << 20) - 200) / (element.utf8.count + 1)
      let list = Array(repeating: element, count: count).joined(separator: ",")

      let peers = try await bridge.rawUnix(3)
      for peer in peers {
        let head = #"{"jsonrpc":"2.0","id":"wide","method":"bridge.ping","params":["#
        #expect(peer.write(head + list + "]}\n"))
      }
      #expect(try await good.call("bridge.ping") == "pong")
      for peer in peers { #expect(peer.lines(upTo: #""id":"wide""#) != nil) }
      // These calls wait for a callback that is never answered.
      let raw = try await bridge.rawUnix()
      var written = 0
      for id in 0..<40 {
        let head = #"{"jsonrpc":"2.0","id":\#(id),"method":"pushSubscribe","params":"#
        let message = Array((head + #"{"profileFields":{"a":["# + list + "]}}}\n").utf8)
        var rest = message[...]
        for _ in 0..<20 where !rest.isEmpty {
          rest = rest.dropFirst(raw.writeSome(rest) ?? rest.count)
          if !rest.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
        written += 1
        if !rest.isEmpty { break }
      }
      #expect(try await good.call("bridge.ping") == "pong")

      let after = try bridge.vitals
      #expect(after.peakKiB - before.peakKiB <= 256 << 10, "\(written): \(before) / \(after)")
    }
  }

  @Test("five hundred unfinished messages are closed in time, slow or stalled")
  func halfOpen() async throws {
    try await withLoad(["--limit", "frameSeconds=1"]) { bridge, good in
      let before = try bridge.vitals
      var open: [RawPeer] = []
      for number in 0..<500 {
        let peer = try await number % 2 == 0 ? bridge.rawUnix() : bridge.rawTCP()
        _ = peer.writeSome(Array((number % 3 == 0 ? "Content-Le" : #"{"jsonrpc":"#).utf8))
        open.append(peer)
      }

      // Each connection sends a byte now and then, which must not extend its deadline.
      let deadline = ContinuousClock.now + .seconds(35)
      while !open.isEmpty, .now < deadline {
        open.removeAll { peer in
          guard peer.writeSome([UInt8(ascii: "n")]) != nil else { return true }
          return peer.read() == .ended
        }
        #expect(try await good.call("bridge.ping") == "pong")
        try await Task.sleep(for: .milliseconds(20))
      }

      #expect(open.isEmpty, "\(open.count) of 500 are still open")
      try await bridge.settles(to: before)
    }
  }

  @Test("of a thousand connections the allowed number is served, and their places are freed")
  func thousand() async throws {
    try await withLoad { bridge, good in
      let before = try bridge.vitals
      for _ in 0..<2 {
        var peers: [RawPeer] = []
        for _ in 0..<1000 {
          let peer = try await bridge.rawUnix()
          _ = peer.writeSome(
            Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"bridge.ping\"}\n".utf8))
          peers.append(peer)
        }
        let served = peers.filter { $0.lines(upTo: "pong") != nil }
        // Standard input is the 64th connection.
        #expect(served.count == 63)
        #expect(try await good.call("bridge.ping") == "pong")
        for peer in peers { peer.close() }
        try await eventually("their places are free") {
          try await good.call("bridge.stats")["connections"]?["open"] == 1
        }
      }
      try await bridge.settles(to: before)
      let counts = try await good.call("bridge.stats")["connections"]
      #expect(counts?["refused"] == .int(2 * 937) && counts?["opened"] == .int(1 + 2 * 63))
    }
  }

  @Test("storms of connecting, closing, subscribing and leaving leave nothing behind")
  func storms() async throws {
    try await withLoad { bridge, good in
      try await storm(bridge, good, 200)
      let before = try bridge.vitals
      try await storm(bridge, good, Self.isLong ? 100_000 : 1_000)
      try await bridge.settles(to: before)
      let after = try bridge.vitals
      #expect(after.residentKiB - before.residentKiB <= 4 << 10, "\(before) / \(after)")
    }
  }

  private func storm(_ bridge: ServiceProcess, _ good: WireConnection, _ count: Int) async throws {
    let texts = [
      "", #"{"jsonrpc":"#, "GET / HTTP/1.1\r\n\r\n", "Content-Length: 5\r\n\r\n[",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events.subscribe\"}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"setFCMTokenProvider\",\"params\":[\"callback\"]}\n",
    ]
    for number in 0..<count {
      let peer = try await number % 2 == 0 ? bridge.rawUnix() : bridge.rawTCP()
      _ = peer.writeSome(Array(texts[number % texts.count].utf8))
      if number % 7 == 0 { _ = peer.read(milliseconds: 5) }
      peer.close()
      if number % 20 == 0 {
        try await good.call("events.subscribe")
        try await good.call("events.unsubscribe")
      }
    }
  }

  @Test("reading from a flooding peer that never reads stops, and all memory is freed")
  func flood() async throws {
    try await withLoad { bridge, good in
      let before = try bridge.vitals
      let discover = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}\n"
      let ping = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"bridge.ping\"}\n"
      let bad = "{]\n"
      var peers: [RawPeer] = []
      for text in [discover, ping, bad] {
        let peer = try await bridge.rawUnix()
        let block = Array(String(repeating: text, count: 1000).utf8)
        // Write until the bridge accepts no bytes for a while.
        var idle = 0
        var taken = 0
        while idle < 40, taken < 256 << 20 {
          let count = try #require(peer.writeSome(block))
          taken += count
          idle = count == 0 ? idle + 1 : 0
          if count == 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
        #expect(idle == 40, "\(taken) bytes of \(text)")
        #expect(try await good.call("bridge.ping") == "pong")
        peers.append(peer)
      }
      let during = try bridge.vitals
      #expect(during.peakKiB - before.peakKiB <= 32 << 10, "\(before) / \(during)")
      for peer in peers { peer.close() }
      try await bridge.settles(to: before)
    }
  }

  @Test("a subscriber that never reads has a bounded queue, and delivery continues")
  func stalledReader() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withLoad { bridge, good in
      try await good.storeToken(url)
      let stalled = try await bridge.rawUnix(4)
      for peer in stalled {
        #expect(
          peer.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events.subscribe\"}\n"))
      }
      var before: Vitals?
      let rounds = Self.isLong ? 1000 : 12
      for round in 0..<rounds {
        for _ in 0..<10 {
          let calls = try (0..<50).map { _ in
            try good.begin("setPushToken", ["provider": "pigeon", "pushToken": "t"])
          }
          for call in calls { _ = try? await good.answer(to: call) }
        }
        let result = try await good.call(
          "mobileEvent", ["sid": "pixel", "eventName": "e", "wait": "outcome"])
        #expect(result["outcome"]?.state == "delivered")
        // Each queue and the ring of events are full by then.
        if round == rounds / 2 { before = try bridge.vitals }
      }
      let first = try #require(before)
      let last = try bridge.vitals
      #expect(last.residentKiB - first.residentKiB <= 4 << 10, "\(first) / \(last)")
      #expect(try await good.call("bridge.stats")["events"]?["dropped"]?.intValue ?? 0 > 0)
    }
  }

  @Test("batches that wait for a silent host are answered completely, once, in bounded memory")
  func openBatches() async throws {
    try await withLoad(["--limit", "callbackSeconds=0.2"]) { bridge, good in
      try await good.call("initialization", ["configuration": ["apiUrl": "http://127.0.0.1:9"]])
      let silent = try await bridge.connectUnix()
      try await silent.call("setJWTProvider", ["provider": "callback"])
      let before = try bridge.vitals
      let batches = Self.isLong ? 500 : 10
      for batch in 0..<batches {
        let calls = (0..<100).map {
          #"{"jsonrpc":"2.0","id":"\#(batch)-\#($0)","method":"pushSubscribe"}"#
        }
        try silent.send("[" + calls.joined(separator: ",") + "]")
      }
      #expect(try await good.call("bridge.ping") == "pong")

      for batch in 0..<batches {
        for number in 0..<100 {
          let id = JSON.string("\(batch)-\(number)")
          do {
            _ = try await silent.answer(to: id)
            Issue.record("\(id.text) was not refused")
          } catch let refused as WireConnection.Refused {
            #expect([-32012, -32002].contains(refused.code), "\(refused)")
          }
        }
      }
      let count = silent.messages.count { $0.arrayValue != nil }
      #expect(count == batches)
      let after = try bridge.vitals
      #expect(after.peakKiB - before.peakKiB <= 48 << 10, "\(before) / \(after)")
    }
  }

  @Test("with any cancellations in any order, each call is answered once and no effect is undone")
  func cancelStorm() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    try await withLoad { bridge, good in
      let host = try await bridge.connectUnix()
      try await host.storeToken(url)
      let calls = try (0..<400).map { number in
        let call = try host.begin(
          "mobileEvent", ["sid": "pixel", "eventName": "e", "wait": "outcome"])
        if number % 3 == 0 { try host.notify("$/cancelRequest", ["id": call]) }
        return call
      }
      for call in calls.shuffled() { try host.notify("$/cancelRequest", ["id": call]) }
      var codes: Set<Int> = []
      for call in calls {
        do {
          _ = try await host.answer(to: call)
          codes.insert(0)
        } catch let refused as WireConnection.Refused { codes.insert(refused.code) }
      }
      #expect(codes == [-32800])
      let ids = host.messages.filter { $0["method"] == nil }.compactMap { $0["id"]?.text }
      #expect(Set(ids).count == ids.count)
      let stats = try await good.call("bridge.stats")["outbox"]
      #expect(stats?["accepted"] == stats?["pending"])
    }
  }

  @Test("a long backlog is complete after a restart, and the service with it")
  func backlog() async throws {
    let directory = TemporaryDirectory()
    let count = Self.isLong ? 100_000 : 5_000
    var bridge = try ServiceProcess(serving: ["--durability", "process"], in: directory)
    try await bridge.stdio.storeToken("http://127.0.0.1:9")
    for start in stride(from: 0, to: count, by: 500) {
      let calls = try (start..<start + 500).map { number in
        try bridge.stdio.begin(
          "mobileEvent", ["sid": "p", "eventName": "e", "requestId": .string("n-\(number)")])
      }
      for call in calls { _ = try await bridge.stdio.answer(to: call) }
    }
    try await stop(bridge)

    bridge = try ServiceProcess(serving: [], in: directory)
    try await bridge.ready()

    let outbox = try await bridge.stdio.call("bridge.stats")["outbox"]
    #expect(outbox?["pending"] == .int(count) && outbox?["lost"] == 0)
    #expect(try await bridge.stdio.call("outbox.get", ["requestId": "n-0"]).state == "pending")
    #expect(try bridge.vitals.residentKiB < 250 << 10)
    try await bridge.crash()
  }
}
