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
}
