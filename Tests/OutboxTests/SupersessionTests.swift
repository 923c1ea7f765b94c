import DurableLog
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import AltcraftEngine

/// The end of jobs that a suspend passes.
@Suite struct SupersessionTests {
  @Test(
    "a disk that fails between the two ends of a supersession sends no subscription after the suspend",
    arguments: 0..<6, [FileError.Operation.write, .sync])
  func faultBetweenEnds(after count: Int, _ call: FileError.Operation) throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.subscribe, "sub")
    fixture.accept(SampleJobKinds.token, "suspend")
    let subscription = try fixture.attempt()
    #expect(subscription.requestId == "sub")
    fixture.outbox.wait(subscription, for: .permission, .test)
    let suspend = try fixture.attempt()
    #expect(suspend.requestId == "suspend")

    fixture.directory.fail([.init(call, after: count, .error(EIO), lasts: true)])
    fixture.outbox.settle(
      suspend, .init(state: .delivered, eventCode: 231, byAttempt: true),
      superseding: Outbox.Supersession(.cleared(.current)) { _ in }
    ) {}
    fixture.outbox.commit()
    fixture.directory.fail([])

    for survivor in [fixture.directory.afterKill(), fixture.directory.afterPowerCut()] {
      let next = try OutboxFixture(survivor, time: fixture.time)
      // The suspend may be sent again, but not before it the subscription that it has passed, nor after it.
      #expect(next.pending != ["sub"])
      next.expectSums()
    }
  }

  @Test("a suspend ends on disk only with the outcomes that it caused, which had no room")
  func noRoomForFirstEnd() throws {
    var limits = Limits.small
    limits.segmentBytes = 8 << 10
    limits.recordBytes = 2 << 10
    var refused = 0
    for count in stride(from: 20, to: 160, by: 2) {
      let fixture = try OutboxFixture(limits: limits)
      fixture.accept(SampleJobKinds.subscribe, "sub")
      fixture.accept(SampleJobKinds.token, "suspend")
      fixture.outbox.wait(try fixture.attempt(), for: .permission, .test)
      let suspend = try fixture.attempt()
      #expect(suspend.requestId == "suspend")
      for number in 0..<160 { fixture.accept(SampleJobKinds.own, "r\(number)", user: "other") }
      // The ends use up the space that is kept for ends.
      fixture.directory.fail([.init(.create, .error(ENOSPC), lasts: true)])
      let others = fixture.outbox.pending(through: .max).filter { $0.requestId.hasPrefix("r") }
      for job in others.prefix(count) {
        _ = fixture.outbox.end(job.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
      }
      fixture.outbox.commit()

      fixture.outbox.settle(
        suspend, .init(state: .delivered, eventCode: 231, byAttempt: true),
        superseding: Outbox.Supersession(.cleared(.current)) { _ in }
      ) {}
      if fixture.outbox.read({ $0.completed[ClientRequestID("sub")]?.outcome }) == nil {
        refused += 1
      }
      fixture.outbox.commit()

      let pending = try OutboxFixture(fixture.directory.afterKill(), time: fixture.time).pending
      #expect(pending.contains("suspend") || !pending.contains("sub"), "\(count) ends")
    }
    #expect(refused > 0)
  }
}
