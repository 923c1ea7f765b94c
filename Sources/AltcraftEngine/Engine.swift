import DurableLog
import Glibc
import HTTP
import JSONCodec
import Synchronization

/// The core of the SDK and the interface for methods. There is one for the process; connections share it.
package final class Engine: Sendable {
  /// The components of an engine.
  package struct Parts: Sendable {
    package var environment: Environment
    package var limits: Limits
    package var kinds: [JobKind]
    package var http: any HTTPClient
    package var log: Log
    package var durability: Durability
    package var allowsInsecureHTTP: Bool
    /// Opens the directory of an app group, created if it is missing.
    package var directory: @Sendable (AppGroupName) throws(StorageFailure) -> Directory
    /// Sets the log level, if a configuration has one.
    package var setLogLevel: @Sendable (Log.Level) -> Void
    /// Receives the result of each request to the platform.
    package var httpReport: HTTPObserver.Report?
    /// Receives progress while the outbox of a group is read, which takes long with many pending jobs.
    package var recoveryProgress: (@Sendable (RecoveryProgress) -> Void)?

    package init(
      environment: Environment, limits: Limits, kinds: [JobKind], http: any HTTPClient, log: Log,
      durability: Durability, allowsInsecureHTTP: Bool,
      directory: @escaping @Sendable (AppGroupName) throws(StorageFailure) -> Directory,
      setLogLevel: @escaping @Sendable (Log.Level) -> Void
    ) {
      self.environment = environment
      self.limits = limits
      self.kinds = kinds
      self.http = http
      self.log = log
      self.durability = durability
      self.allowsInsecureHTTP = allowsInsecureHTTP
      self.directory = directory
      self.setLogLevel = setLogLevel
    }
  }

  let parts: Parts
  let context: EngineContext
  /// The method names of the job kinds; the index of a kind is its place among them.
  let kindNames: [String]
  let background = Mutex(BackgroundTask())
  let credentials: CredentialsService
  let tokens: PushTokens
  private let started: Duration
  /// The client for all requests to the platform.
  let http: HTTPObserver
  let groups: Mutex<OpenGroups>
  /// The lock for opening and closing the files of a group.
  let selection = Mutex(())

  /// Opens the data of `group` and delivers its pending jobs.
  package init(_ parts: Parts, group: AppGroupName) throws(EngineStartError) {
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
      environment: environment, log: parts.log, events: events, limits: parts.limits)
    // Use the earlier of the two clocks: a jump of the wall clock into the future must not expire a JWT.
    let (start, started, monotonic) = (wallTime(), self.started, environment.now)
    credentials = CredentialsService(
      identity: Identity {
        min(now(), Timestamp(milliseconds: start + (monotonic() - started).milliseconds))
      })
    let log = parts.log
    tokens = PushTokens(sleep: environment.sleep) { provider, bytes in
      log.notice(
        "a push token of the host is too long and not used; answer with a shorter one",
        [
          "provider": .text(provider.rawValue), "bytes": .number(bytes),
          "limit": .number(PushToken.byteLimit),
        ])
      // This event has the same code in both numberings.
      events.emit(
        EventDraft(
          .pushTokenMissing, function: "getPushToken",
          message: "the push token of \(provider.rawValue) has \(bytes) bytes; it may have at most"
            + " \(PushToken.byteLimit)"),
        numbering: .current)
    }
    let store = try Self.open(group, parts, events: events)
    groups = Mutex(OpenGroups(selected: store))
    store.start(self, dependencies(of: store))
  }

  /// Stops delivery and closes the files. Pending jobs are delivered after the next start.
  package func stop() async {
    cancelBackgroundTask()
    // Wait until a group that is being closed has closed.
    let all = selection.withLock { _ in groups.withLock { $0.stop() } }
    for group in all { await group.stop() }
  }
}

/// The reason the engine could not start.
package enum EngineStartError: Error, Sendable {
  case journal(JournalError)
  case storage(StorageFailure)
}

// The selected group.
extension Engine {
  package var events: EventHub { context.events }
  package var environment: Environment { context.environment }
  var identity: Identity { credentials.identity }
  var group: AppGroup { groups.withLock { $0.selected } }

  package var outbox: Outbox { group.outbox }
  package var appGroup: String { group.group.name }
  /// The limits in force.
  package var limits: Limits { context.limits }
  package var configuration: Configuration? { group.configuration }
  package var numbering: EventNumbering { group.numbering }
  var log: Log { parts.log }
  package var uptime: Duration { environment.now() - started }
  /// Requests sent to the platform since the start of the process.
  package var attempts: Int { http.requests }
  /// The result of the last attempt of any app group.
  package var platformState: PlatformHealth.State { context.health.now }

  package func emit(_ draft: EventDraft) { events.emit(draft, numbering: numbering) }

  /// Changes limits while the engine runs, all but those of `Limits.fixedAtStart`. An attempt in progress
  /// keeps its limits, and a job that waits for its next attempt keeps that time.
  package func adjust(_ limits: Limits) {
    let adjusted = context.adjust(limits)
    for group in openGroups { group.adjust(adjusted) }
  }

  /// The file descriptors that opening a group takes, plus a reserve for all groups: files of the outbox, the
  /// delivery process, new connections.
  private static let neededDescriptors = 32

  static func group(_ name: String) throws(EngineError) -> AppGroupName {
    do throws(AppGroupFailure) { return try AppGroupName(name) } catch {
      switch error {
      case .empty: throw .refused(SDKError(.appGroupMissing, function: "setAppGroup"))
      case .tooLong:
        throw .invalid(
          parameter: "groupName", expected: "at most \(AppGroupName.lengthLimit) bytes of UTF-8")
      }
    }
  }

  static func open(
    _ group: AppGroupName, _ parts: Parts, events: EventHub
  ) throws(EngineStartError) -> AppGroup {
    let directory: Directory
    let logDescriptor: Int32
    do throws(StorageFailure) {
      directory = try parts.directory(group)
      try directory.requireDescriptors(Self.neededDescriptors)
      logDescriptor = try directory.duplicateDescriptor()
    } catch {
      throw .storage(error)
    }
    let logDirectory = PosixLogDirectory(descriptor: logDescriptor)
    let store = SettingsStore(directory: directory)
    var settings = try load(store, parts, events)
    let relay = StorageHealth()
    let start = parts.environment.now()
    do throws(JournalError) {
      let (outbox, recovery) = try Outbox.open(
        logDirectory, kinds: parts.kinds,
        environment: parts.environment, limits: parts.limits, durability: parts.durability,
        progress: parts.recoveryProgress
      ) { relay.storageChanged($0) }
      if settings.epoch < outbox.epoch {
        // A crash interrupted a `clear`. If the file cannot be removed now, it is ignored in the same way
        // next time.
        _ = Result { () throws(SettingsError) in try store.remove() }
        settings = Settings()
      }
      parts.log.info(
        "outbox recovered",
        [
          "records": .number(recovery.records), "segments": .number(recovery.segments),
          "bytes": .number(recovery.fileBytes), "tornBytes": .number(recovery.tornBytes),
          "pending": .number(outbox.pendingCount),
          "ms": .milliseconds(parts.environment.now() - start),
        ])
      report(recovery, settings, parts, events)
      let opened = AppGroup(
        group: group, outbox: outbox, store: store, settings: settings, relay: relay)
      for job in opened.endClearedJobs() {
        events.emit(
          EventDraft(
            .workCleared, function: "initialization", value: job.eventValue(outbox.kind(of: job)),
            requestID: job.requestId),
          numbering: settings.numbering)
      }
      return opened
    } catch {
      throw .journal(error)
    }
  }

  private static func load(
    _ store: SettingsStore, _ parts: Parts, _ events: EventHub
  ) throws(EngineStartError) -> Settings {
    do throws(SettingsError) {
      let loaded = try store.load(allowsInsecureHTTP: parts.allowsInsecureHTTP)
      if let refusal = loaded.refusal {
        parts.log.error(
          "the stored configuration is not allowed in this process",
          ["reason": .text(refusal.message)])
        events.emit(
          EventDraft(refusal.code, function: "initialization", message: refusal.message),
          numbering: .current)
      }
      var settings = loaded.settings
      if let token = settings.manualToken, !PushToken.fits(token.token.reveal()) {
        parts.log.error(
          "the stored push token is too long and is not used; set another one",
          ["limit": .number(PushToken.byteLimit)])
        settings.manualToken = nil
      }
      return settings
    } catch {
      switch error {
      case .storage(let failure): throw .storage(failure)
      // Only a save throws this.
      case .tooLarge: throw .storage(.io(errno: EFBIG))
      case .damaged(let isInQuarantine):
        parts.log.error(
          "the stored settings are damaged", ["inQuarantine": .text(String(isInQuarantine))])
        events.emit(
          EventDraft(
            .storageError, function: "initialization", value: ["cause": "damagedSettings"]),
          numbering: .current)
        return Settings()
      }
    }
  }

  private static func report(
    _ recovery: Recovery, _ settings: Settings, _ parts: Parts, _ events: EventHub
  ) {
    for damage in recovery.damage where damage.reason != .torn {
      parts.log.error(
        "the journal is damaged",
        [
          "file": .text(damage.file), "offset": .number(damage.offset),
          "lost": .number(damage.lostRecords),
        ])
      var value: JSONObject = [
        "cause": .string(damage.reason.rawValue), "from": .int(damage.firstLost.value),
      ]
      value["to"] = damage.lastLost.map { .int($0.value) }
      value["lost"] = .int(damage.lostRecords)
      events.emit(
        EventDraft(.storageError, function: "recovery", value: value),
        numbering: settings.numbering)
    }
  }

  /// The user's permission to show notifications, for all groups. Setting it makes jobs that wait for it
  /// ready.
  package var hasPermission: Bool { context.hasPermission }

  package func setPermission(granted: Bool) {
    context.setPermission(granted)
    guard granted else { return }
    for group in openGroups { group.outbox.wake(.permission) }
  }

  func dependencies(of group: AppGroup) -> DeliveryDependencies {
    DeliveryDependencies(
      appGroup: group, credentials: credentials, tokens: tokens, http: http, context: context)
  }

  func tokenCheck(of group: AppGroup) -> TokenCheck {
    TokenCheck(group: group, credentials: credentials, tokens: tokens, context: context)
  }
}

extension StorageCause {
  init(_ error: EngineStartError) {
    switch error {
    case .journal(let error): self.init(error)
    case .storage(let failure): self.init(failure)
    }
  }
}
