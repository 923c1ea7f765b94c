import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

@Suite struct EventStreamTests {
  @Test("a cursor of this run gets the events since then")
  func since() async throws {
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.makeEvents(6)
      let start = try await host.call("events.subscribe")
      #expect(start["seq"] == 6 && start["oldest"] == 1 && start["gap"] == .null)

      let epoch = try #require(start["epoch"])
      let again = try await host.call("events.subscribe", ["since": 2, "epoch": epoch])
      #expect(again == start)
      try await host.event("6") { $0["seq"] == 6 }

      #expect(host.events.compactMap { $0["seq"]?.intValue } == [3, 4, 5, 6])
      #expect(host.events.allSatisfy { $0["epoch"] == epoch })
    }
  }

  @Test("a cursor of another run is reported, and gets all events of this run")
  func restart() async throws {
    let directory = TemporaryDirectory()
    var epochs: [JSON] = []
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.makeEvents(3)
      epochs.append(try #require(try await bridge.stdio.call("events.subscribe")["epoch"]))
    }

    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      try await host.makeEvents(2)
      let answer = try await host.call("events.subscribe", ["since": 3, "epoch": epochs[0]])
      #expect(answer["epoch"] != epochs[0])
      #expect(answer["gap"]?["from"] == 4 && answer["gap"]?["reason"] == "restart")
      #expect(answer["gap"]?["to"] == .null && answer["gap"]?["count"] == .null)
      try await host.event("2") { $0["seq"] == 2 }
      #expect(host.events.compactMap { $0["seq"]?.intValue } == [1, 2])
    }
  }

  @Test("dropped events are a gap")
  func overflow() async throws {
    try await withBridge(["--limit", "eventBuffer=4"]) { bridge in
      let host = bridge.stdio
      try await host.makeEvents(10)
      let epoch = try #require(try await host.call("bridge.info")["epoch"])

      let answer = try await host.call("events.subscribe", ["since": 1, "epoch": epoch])

      #expect(answer["oldest"] == 7 && answer["seq"] == 10)
      let gap = try #require(answer["gap"])
      #expect(gap["from"] == 2 && gap["to"] == 6 && gap["count"] == 5)
      #expect(gap["reason"] == "overflow")
      try await host.event("10") { $0["seq"] == 10 }
      #expect(host.events.compactMap { $0["seq"]?.intValue } == [7, 8, 9, 10])
      let list = try await host.call("events.list", ["since": 8, "epoch": epoch])
      #expect(list["events"]?.arrayValue?.compactMap { $0["seq"]?.intValue } == [9, 10])
    }
  }

  @Test("each subscriber gets the requested events, and no more after it has gone")
  func several() async throws {
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s", "--listen", "127.0.0.1:0"]
    try await withBridge(arguments, in: directory) { bridge in
      let all = bridge.stdio
      let some = try await bridge.connectUnix(.headers)
      let former = try await bridge.connectTCP()
      try await all.call("subscribeToEvents")
      try await some.call("events.subscribe", ["codes": [473]])
      try await former.call("events.subscribe")
      #expect(try await former.call("unsubscribeFromEvent") == true)

      try await all.makeEvents(2)
      _ = try await all.refusal(of: "setAppGroup", ["groupName": ""])

      try await all.event(405)
      #expect(all.events.compactMap(\.code) == [473, 473, 405])
      try await eventually("both are there") { some.events.count == 2 }
      #expect(try await some.call("bridge.ping") == "pong")
      #expect(some.events.compactMap { $0["seq"]?.intValue } == [1, 2])
      #expect(some.notifications("events.gap").isEmpty)
      #expect(try await former.call("bridge.ping") == "pong")
      #expect(former.events.isEmpty)
    }
  }

  @Test("a subscriber that does not read loses events, is notified which, and delays no other peer")
  func slowReader() async throws {
    let directory = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", directory.path + "/run/s", "--limit", "outQueueBytes=20000",
    ]
    try await withBridge(arguments, in: directory) { bridge in
      let slow = try await bridge.connectUnix()
      try await slow.call("events.subscribe")
      slow.pauseReading()

      let count = 3000
      try await bridge.stdio.makeEvents(count)
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
      slow.resumeReading()

      // A gap is reported as soon as there is room, not with the next event.
      try await eventually("every event is there, or known to be lost") {
        slow.seen.union(slow.lost) == Set(1...count)
      }
      #expect(!slow.lost.isEmpty && slow.lost.isDisjoint(with: slow.seen))
      let order = slow.events.compactMap { $0["seq"]?.intValue }
      #expect(order == order.sorted())
    }
  }
}

extension WireConnection {
  fileprivate var seen: Set<Int> { Set(events.compactMap { $0["seq"]?.intValue }) }

  /// The events that `events.gap` reported.
  fileprivate var lost: Set<Int> {
    notifications("events.gap").reduce(into: []) { lost, gap in
      let (from, to) = (gap["from"]?.intValue ?? 0, gap["to"]?.intValue ?? -1)
      #expect(gap["count"] == .int(to - from + 1))
      lost.formUnion(from...to)
    }
  }

  /// Causes `count` events, each by a refused call.
  fileprivate func makeEvents(_ count: Int) async throws {
    let calls = try (0..<count).map { _ in
      try begin("setPushToken", ["provider": "pigeon", "pushToken": "t"])
    }
    for call in calls {
      do {
        _ = try await answer(to: call)
        Issue.record("not refused")
      } catch let refused as Refused {
        #expect(refused.code == 473)
      }
    }
  }
}
