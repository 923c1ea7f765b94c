import DurableLog
import Glibc
import HTTP
import JSONCodec
import Synchronization

/// The core of the SDK and the interface for methods. There is one for the process; connections share it.
package final class Engine: Sendable {
  let parts: EngineParts
  let context: EngineContext
  /// The method names of the job kinds; the index of a kind is its place among them.
  let kindNames: [String]
  let background = Mutex(BackgroundTask())
  let credentials: CredentialsService
  let tokens: PushTokens
  private let started: Duration
  /// The client for all requests to the platform.
  let http: HTTPObserver
  let groups: AppGroups

  /// Opens the data of `group` and delivers its pending jobs.
  package init(_ parts: EngineParts, group: AppGroupName) throws(EngineStartError) {
    self.parts = parts
    http = HTTPObserver(parts.http, report: parts.httpReport)
    kindNames = parts.kinds.map(\.method)
    let environment = parts.environment
    started = environment.now()
    let wallTime = environment.wallTime
    let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: wallTime()) }
    let events = EventHub(
      epoch: String(environment.identifier().prefix(8)), capacity: parts.limits.eventBuffer,
      bytes: parts.limits.eventBytes, now: now)
    context = EngineContext(
      environment: environment, log: parts.log, events: events,
      trace: TraceHub(
        epoch: events.epoch, limits: parts.limits, now: environment.wallMicroseconds),
      limits: parts.limits)
    if let isGranted = parts.permissionFile?.load() { context.setPermission(isGranted) }
    // Use the earlier of the two clocks: a jump of the wall clock into the future must not expire a JWT.
    let (start, started, monotonic) = (wallTime(), self.started, environment.now)
    credentials = CredentialsService(
      identity: Identity {
        min(now(), Timestamp(milliseconds: start + (monotonic() - started).milliseconds))
      })
    let log = parts.log
    tokens = PushTokens(sleep: environment.sleep) { provider, refusal in
      switch refusal {
      case .tooLong(let bytes):
        log.notice(
          "a push token of the host is too long and not used; answer with a shorter one",
          [
            "provider": .text(provider.rawValue), "bytes": .number(bytes),
            "limit": .number(PushToken.byteLimit),
          ])
      case .surplus(let surplus):
        log.notice(
          "an answer of the host is not only a push token and not used",
          ["provider": .text(provider.rawValue), "reason": .text(surplus.complaint)])
      }
      // This event has the same code in both numberings.
      events.emit(
        EventDraft(
          .pushTokenMissing, function: "getPushToken",
          message: "the push token of \(provider.rawValue) \(refusal.complaint)"),
        numbering: .current)
    }
    groups = try AppGroups(
      parts, selecting: group, context: context, credentials: credentials, tokens: tokens,
      http: http)
  }

  /// Lets no further attempt begin. Those under way continue.
  package func closeDelivery() { context.attempts.close() }

  /// Waits after `closeDelivery` until the outcomes of the attempts under way are recorded, at most for `limit`.
  package func finishAttempts(within limit: Duration) async {
    await withTaskGroup { [attempts = context.attempts, sleep = environment.sleep] group in
      group.addTask { await attempts.waitUntilIdle() }
      group.addTask { _ = try? await sleep(limit) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Stops delivery, cancels its attempts and closes the files. Pending jobs are delivered after the next start.
  package func stop() async {
    cancelBackgroundTask()
    await groups.stop()
  }
}

/// The reason the engine could not start.
package enum EngineStartError: Error, Sendable {
  case journal(JournalError)
  case storage(StorageFailure)
}

// The selected group.
extension Engine {
  var events: EventHub { context.events }
  package var environment: Environment { context.environment }
  var identity: Identity { credentials.identity }
  var group: AppGroup { groups.selected }

  var outbox: Outbox { group.outbox }
  package var appGroup: String { group.group.name }
  /// The limits in force.
  package var limits: Limits { context.limits }
  package var configuration: Configuration? { group.configuration }
  package var numbering: EventNumbering { group.numbering }
  var log: Log { parts.log }
  package var uptime: Duration { environment.now() - started }
  /// Requests sent to the platform since the start of the process.
  package var attempts: Int { http.requests }
  /// The result of the last attempt at the address of the selected group, of any app group.
  package var platformState: PlatformHealth.State {
    context.health.state(of: configuration?.apiURL)
  }

  /// Changes limits while the engine runs, all but those of `Limits.fixedAtStart`. An attempt in progress
  /// keeps its limits, and a job that waits for its next attempt keeps that time.
  package func adjust(_ limits: Limits) {
    let adjusted = context.adjust(limits)
    for group in groups.open { group.adjust(adjusted) }
  }

  /// The user's permission to show notifications.
  package var hasPermission: Bool { group.hasPermission(context) }

  /// Sets and stores the permission in all open groups; a group that is opened later takes it over. A denial applies
  /// to this process even if it cannot be stored. A grant makes the jobs that wait for it ready.
  package func setPermission(granted: Bool) throws(EngineError) {
    try groups.setPermission(granted)
    guard granted else { return }
    for group in groups.open { group.outbox.wake(.permission) }
  }
}

// App groups.
extension Engine {
  package func checkAppGroup(_ name: String) throws(EngineError) { _ = try AppGroups.name(name) }

  /// Uses the data of that group from now on. Attempts of the previous group that are in progress run to
  /// their end and are recorded there. Throws `.tooManyGroups`, or `.storage` if its files or their
  /// descriptors cannot be opened; the previous group then stays selected.
  package func selectAppGroup(_ name: String) throws(EngineError) { try groups.select(name) }
}

extension StorageCause {
  init(_ error: EngineStartError) {
    switch error {
    case .journal(let error): self.init(error)
    case .storage(let failure): self.init(failure)
    }
  }
}
