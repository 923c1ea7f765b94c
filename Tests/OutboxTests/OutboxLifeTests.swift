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

  // Calls were acknowledged, and their jobs stored in files that the next process did not find.
  @Test("a job is not accepted once the directory was removed or replaced, and is when it is back")
  func displaced() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.directory.setGone(true)

    #expect(fixture.accept(SampleJobKinds.event, "b") == .failure(.storage(.ioError)))
    #expect(fixture.storage == [.ioError])
    // Neither a repair nor a clear ends that by a new log in the same place.
    await fixture.outbox.repair()
    #expect(fixture.accept(SampleJobKinds.event, "c") == .failure(.storage(.ioError)))
    #expect(throws: (any Error).self) { try fixture.clear() }
    #expect(fixture.pending == ["a"])

    fixture.directory.setGone(false)
    await fixture.outbox.repair()
    #expect(fixture.accept(SampleJobKinds.event, "b") == .success("b"))
    #expect(fixture.storage == [.ioError, nil])
    #expect(try fixture.restarted { $0.afterPowerCut() }.pending == ["a", "b"])
  }

  @Test("a check of the directory notices that it is gone before the next call does")
  func checked() throws {
    let fixture = try OutboxFixture()
    fixture.outbox.requirePlace()
    #expect(fixture.storage == [])
    fixture.directory.setGone(true)

    fixture.outbox.requirePlace()
    fixture.outbox.requirePlace()

    #expect(fixture.storage == [.ioError])
    #expect(fixture.accept(SampleJobKinds.event, "a") == .failure(.storage(.ioError)))
    fixture.outbox.close()
  }

  @Test("jobs that only survive a crash are refused after the next sync, or the next check")
  func displacedWithoutSync() throws {
    let fixture = try OutboxFixture(durability: .process)
    fixture.accept(SampleJobKinds.event, "a")
    fixture.directory.setGone(true)

    fixture.outbox.requirePlace()

    #expect(fixture.accept(SampleJobKinds.event, "b") == .failure(.storage(.ioError)))
  }
}
