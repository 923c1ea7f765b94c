import Dispatch
import DurableLog

// Opening and closing.
extension Outbox {
  /// Opens the outbox of one directory and rebuilds its state from the journal.
  package static func open(
    _ directory: any LogDirectory, kinds: [JobKind], environment: Environment, limits: Limits,
    durability: Durability, progress: (@Sendable (RecoveryProgress) -> Void)? = nil,
    tracing hub: TraceHub? = nil, as appGroup: String = "",
    storageChanged: @escaping @Sendable (Outbox, StorageCause?) -> Void
  ) throws(JournalError) -> (Outbox, Recovery) {
    var replay = OutboxReplay(
      into: OutboxState(kinds: kinds + [TokenUpdate.kind], limits: limits))
    var options = JournalOptions(
      durability: durability, segmentBytes: limits.segmentBytes,
      recordBytes: limits.recordBytes)
    options.progress = progress
    var (journal, recovery) = try Journal.open(directory, options) { replay.apply($0) }
    replay.correct(&recovery)
    replay.finish(recovery, environment)
    let clock = OutboxClock(
      after: replay.time, wall: environment.wallTime(), now: environment.now())
    let outbox = Outbox(
      replay.state, journal: journal, environment: environment, clock: clock,
      trace: hub.map { JobTrace($0, appGroup: appGroup) }, storageChanged: storageChanged)
    // A loss is counted once: the checkpoint contains the count, and replaces the damaged records. The numbers that
    // the outcomes of an earlier version were given stay. A log that is mostly dead is read faster next time.
    if recovery.hasLostRecords || replay.isOfEarlierVersion || outbox.isCheckpointUseful {
      // If the disk does not accept it, the first record reports that, and the loss is counted again next
      // time.
      _ = Result { () throws(JournalError) in try outbox.checkpoint() }
    }
    // A disk that cannot be written to does not prevent the outbox from opening. On a full one ends must be short from the
    // first on.
    outbox.reportFailure(journal.isShort ? .noSpace : nil)
    return (outbox, recovery)
  }

  /// Throws `.noSpace` if a new outbox has no room for its first job and for the end of it.
  func requireRoom() throws(JournalError) { try journal.requireRoom() }

  /// Stops accepting jobs and commits the accepted ones. Nothing is lost if it is not called.
  package func close() {
    dismissObservers()
    // Ends that the disk refused would be repeated, and outcomes forgotten. The disk may have room by now.
    if lacksEnds { _ = rewrite() }
    try? storeKept()
    journal.close()
  }
}

// Failures of the disk.
extension Outbox {
  private static let maintenance = DispatchQueue(label: "altcraft-bridge.maintenance")

  /// Runs `body` on the queue of all outboxes.
  @Sendable
  static func maintain(_ body: @escaping @Sendable () -> Void) { maintenance.async(execute: body) }

  /// Reports a poisoned journal once, or a disk that refused a record although the files it has can be written: one
  /// without room for the next file.
  func reportFailure(_ refusal: JournalError? = nil) {
    if let failure = journal.failure {
      storageFailed(StorageCause(failure))
    } else if let cause = refusal?.storageCause {
      storageFailed(StorageCause(cause))
    }
  }

  func storageFailed(_ cause: StorageCause) {
    let now = environment.now()
    perform { $0.storageFailed(cause, at: now, &$2) }
  }

  /// Refuses new jobs if the directory was removed or replaced; otherwise the next commit would.
  func requirePlace() {
    journal.requirePlace()
    reportFailure()
  }

  package var failure: StorageCause? { read { $0.failure } }

  /// Tries to end a failure: on a full disk by dropping what is not needed any more, and otherwise by rewriting all live
  /// records into a new segment.
  package func repair() async {
    if failure == .noSpace, !journal.isPoisoned { await compactIfUseful() }
    await withCheckedContinuation { continuation in
      environment.maintain { [self] in
        let now = environment.now()
        perform { state, _, _ in state.diskIsTried(at: now) }
        tryDisk()
        continuation.resume()
      }
    }
  }

  /// Runs `body`. If a failed disk refuses it, the first caller a second or more after the last try tries to
  /// repair the journal, and then runs `body` once more.
  func tryingDiskAgain<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      guard journal.isPoisoned, takesTurn(), tryDisk() else { throw error }
      return try body()
    }
  }

  private func takesTurn() -> Bool {
    let now = environment.now()
    return perform { state, _, _ in state.takesTurn(at: now) }
  }

  /// Returns true if the disk works. Blocks for it.
  @discardableResult
  private func tryDisk() -> Bool {
    if lacksEnds {
      guard rewrite() else { return false }
    } else if !journal.makeRoom(), fillsDisk,
      read({ $0.scheduler.logBytes }) <= limits.smallSegmentBytes / 4
    {
      guard rewrite() else { return false }
    }
    guard journal.makeRoom() else { return false }
    perform { $0.storageWorks(&$2) }
    return true
  }

  /// True if there may be ends without a record, which a crash would repeat.
  private var lacksEnds: Bool { journal.isPoisoned || read { $0.completed.hasUnnumbered } }

  /// True if the log has so many bytes or files, or so much of the volume, that it may be the log that fills it: cleaning it
  /// makes room.
  var fillsDisk: Bool {
    let bytes = journal.usage.fileBytes
    return bytes >= 6 * limits.smallSegmentBytes || journal.segments.count >= 6
      || journal.volumeBytes.map { bytes >= $0 / 4 } ?? false
  }

  /// Rewrites the live records, on a disk that the log fills with as many outcomes as there is room for.
  private func rewrite() -> Bool {
    var tries = [OutboxState.OutcomeExtent()]
    if fillsDisk {
      tries += [.max, journal.usage.fileBytes / 4, limits.smallSegmentBytes / 4].map {
        OutboxState.OutcomeExtent(bytes: $0, keepsResponses: false)
      }
    }
    for outcomes in tries {
      do throws(JournalError) {
        try checkpoint(outcomes)
        return true
      } catch {
        guard error == .noSpace else { return false }
      }
    }
    return false
  }

  /// Returns the reason that the record is not durable; nil once it is.
  func failure(of sequence: Sequence) async -> StorageCause? {
    let result = await withCheckedContinuation { continuation in
      journal.whenDurable(sequence) { continuation.resume(returning: $0) }
      journal.commitSoon()
    }
    guard case .failure(let error) = result else { return nil }
    // The report may lead to a checkpoint that stores the record. The caller decides after it.
    reportFailure()
    return StorageCause(error)
  }
}
