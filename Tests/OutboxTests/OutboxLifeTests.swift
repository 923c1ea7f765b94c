import DurableLog
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import AltcraftEngine

/// The start, the end and the settings of an outbox.
@Suite struct OutboxLifeTests {
  @Test("an outcome that the disk refused is stored by the close, if the disk works again")
  func refusedEnd() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let job = try fixture.attempt()
    fixture.directory.fail([.init(.sync, .error(EIO), lasts: true)])
    fixture.deliver(job)
    #expect(fixture.outbox.failure == .ioError)

    fixture.directory.fail([])
    fixture.outbox.close()

    let again = try fixture.restarted { $0.afterPowerCut() }
    #expect(again.pending == [] && again.outbox.report("a")?.state == .delivered)
  }

  @Test("an outbox is not retired while it delivers, or has a fault that is not noticed yet")
  func retired() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    func retire(isPoisoned: Bool = false) -> Bool {
      fixture.outbox.perform { state, _, _ in state.retire(isPoisoned: isPoisoned) }
    }
    #expect(!retire())
    let job = try fixture.attempt()
    fixture.outbox.setActive(false)
    #expect(!retire())
    fixture.outbox.postpone(job, .test, retryAfter: nil) {}
    #expect(!retire(isPoisoned: true))

    #expect(retire())
  }

  @Test("a start leaves a log alone that is mostly alive")
  func unchangedByStart() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c"] { fixture.accept(SampleJobKinds.event, id) }

    #expect(try fixture.restarted().outbox.journal.segments.first == 1)
  }

  @Test("another policy wakes the delivery loop")
  func policy() throws {
    let isWoken = try OutboxFixture().outbox.perform { state, _, effects in
      state.setPolicy(.standard, &effects)
      return effects.wakesDelivery
    }
    #expect(isWoken)
  }
}
