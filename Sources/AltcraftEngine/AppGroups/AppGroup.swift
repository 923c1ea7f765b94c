import DurableLog
import HTTP
import JSONCodec
import Synchronization

/// The data of one app group: its settings and its outbox, and the task that delivers from it.
final class AppGroup: Sendable {
  let group: AppGroupName
  let outbox: Outbox
  private let store: SettingsStore
  private let settings: Mutex<Settings>
  /// The cached device fields and time zone offset, read again each minute: the offset may have changed, and
  /// reading it takes longer than accepting a job.
  private let deviceSnapshot = Mutex<DeviceSnapshot?>(nil)

  private struct DeviceSnapshot {
    let minute: Int64
    let fields: JSONObject
    let minutesWest: Int
  }
  private let health: StorageHealth
  /// The retry settings that apply if the configuration has none.
  private let retryPolicy: Mutex<RetryPolicy>
  private let delivery = Mutex<Delivery?>(nil)
  /// The check if the platform knows the current token. Callers during a check share the next one.
  let tokenCheck = RequestCoalescer<Job.ID?>()
  /// True if the last check found a due token update but had no JWT.
  let owesTokenCheck = Atomic<Bool>(false)
  private let manualTokenCount = Atomic(0)
  private let clearing = RequestCoalescer<Result<Int, EngineError>>()

  private struct Delivery {
    let loop: DeliveryLoop
    let task: Task<Void, Never>

    init(_ loop: DeliveryLoop) {
      self.loop = loop
      task = Task(executorPreference: loop.dependencies.http.executor) { await loop.run() }
    }
  }

  init(
    group: AppGroupName, outbox: Outbox, store: SettingsStore, settings: Settings,
    health: StorageHealth
  ) {
    self.health = health
    self.group = group
    self.outbox = outbox
    self.store = store
    self.settings = Mutex(settings)
    retryPolicy = Mutex(outbox.limits.retryPolicy)
    applySettings()
  }

  var current: Settings { settings.withLock { $0 } }
  var configuration: Configuration? { settings.withLock { $0.configuration } }

  /// Returns the user's permission to show notifications: that of this process, or the stored one.
  func hasPermission(_ context: EngineContext) -> Bool {
    context.permission ?? settings.withLock { $0.permission } ?? true
  }

  /// Stores the permission, if it is another one.
  func storePermission(_ isGranted: Bool) throws(EngineError) {
    guard current.permission != isGranted else { return }
    try change(by: "granted") { $0.permission = isGranted }
  }

  /// The numbers of events that its configuration asks for.
  var numbering: EventNumbering { settings.withLock { $0.numbering } }

  /// The authentication mode; nil without a configuration.
  var authenticationMode: Configuration.AuthenticationMode? {
    settings.withLock { $0.authenticationMode }
  }

  /// Stores a change before it takes effect; if it cannot be stored, it has no effect. Refuses the parameter
  /// if the settings as a whole become longer than their file may be.
  func change(
    by parameter: String, _ body: (inout Settings) -> Void
  ) throws(EngineError) {
    try settings.withLock { settings throws(EngineError) in
      var changed = settings
      body(&changed)
      changed.epoch = outbox.epoch
      do throws(SettingsError) { try store.save(changed) } catch {
        if case .tooLarge(let max) = error {
          throw .invalid(
            parameter: parameter,
            expected: "at most \(max) bytes of JSON in all settings of the app group")
        }
        throw .storage(StorageCause(error))
      }
      settings = changed
    }
    deviceSnapshot.withLock { $0 = nil }
    applySettings()
  }

  /// The number of tokens that were set by hand.
  var manualTokens: Int { manualTokenCount.load(ordering: .acquiring) }

  /// Sets a token by hand.
  func setManualToken(_ token: PushToken?) throws(EngineError) {
    manualTokenCount.add(1, ordering: .acquiringAndReleasing)
    try change(by: "pushToken") { $0.manualToken = token }
  }

  /// Removes a token that was set by hand, of that provider or of any. Keeps one that is not among the first
  /// `count`.
  func forgetManualToken(
    of provider: PushProvider? = nil, among count: Int = .max
  ) throws(EngineError) {
    guard let token = current.manualToken, provider == nil || token.provider == provider,
      manualTokens <= count
    else { return }
    try change(by: "provider") { settings in
      // Another may have been set meanwhile.
      if manualTokens <= count { settings.manualToken = nil }
    }
  }

  /// Returns the members of `subscription.fields` at that time. A custom field replaces a device field of the
  /// same name.
  func subscriptionFields(_ customFields: JSONObject?, at now: Timestamp) -> JSONObject {
    var fields = deviceSnapshot(at: now).fields
    // Custom fields have no duplicates, so each is searched for only among the few fields of the device.
    var others: [JSONObject.Member] = []
    for member in customFields?.members ?? [] {
      if fields[member.key] != nil {
        fields[member.key] = member.value
      } else {
        others.append(member)
      }
    }
    return JSONObject(fields.members + others)
  }

  /// Returns the offset of the device's time zone in minutes west of UTC.
  func minutesWest(at now: Timestamp) -> Int {
    let minute = now.seconds / 60
    let known = deviceSnapshot.withLock { $0?.minute == minute ? $0?.minutesWest : nil }
    return known ?? deviceSnapshot(at: now).minutesWest
  }

  private func deviceSnapshot(at now: Timestamp) -> DeviceSnapshot {
    let minute = now.seconds / 60
    if let known = deviceSnapshot.withLock({ $0 }), known.minute == minute { return known }
    let configuration = self.configuration
    let made = DeviceSnapshot(
      minute: minute,
      fields: configuration.map {
        DeviceFields.fields($0, on: .current(), customFields: nil, at: now)
      } ?? [:],
      minutesWest: -TimeZoneOffset(zone: configuration?.device.timeZone, at: now).minutesEast)
    deviceSnapshot.withLock { $0 = made }
    return made
  }

  /// Ends the pending jobs that a change of the rToken has left without an owner. Push events are sent with
  /// the new one, and jobs that users own by a JWT are not affected. Returns the ended jobs. Also runs at the
  /// start, in case a crash interrupted it.
  ///
  /// Removes `clearedThrough` once the outcomes are durable: a rejected job that is retried later is pending
  /// again under its old id, and must stay.
  func endClearedJobs() -> [Job] {
    guard let last = settings.withLock({ $0.clearedThrough }) else { return [] }
    let completion = Outbox.JobCompletion.cleared(numbering)
    var ended: [Job] = []
    var start: Job.ID? = 0
    while let first = start {
      let jobs = settings.withLock { settings in
        settings.clearedThrough == last ? outbox.pending(from: first, through: last) : []
      }
      ended += jobs.filter { job in
        job.lane.userTag == .resourceToken && job.lane.name.belongsToUser
          && outbox.end(job.id, completion)
      }
      start = jobs.last.map { $0.id + 1 }
      // Durable calls of other connections would wait for all of these records.
      outbox.commit()
    }
    guard outbox.failure == nil, !outbox.journal.isPoisoned else { return ended }
    settings.withLock { settings in
      guard settings.clearedThrough == last else { return }
      var changed = settings
      changed.clearedThrough = nil
      // If this cannot be stored, `clearedThrough` stays, and the next retry stores it.
      if (try? store.save(changed)) != nil { settings = changed }
    }
    return ended
  }

  /// Moves a rejected job back to pending; see `Outbox.revive`. Refused while a change of the rToken is not
  /// completely stored: the job would end with it.
  func retry(_ requestId: String) async throws(Outbox.ControlFailure) {
    let revival = try settings.withLock { settings throws(Outbox.ControlFailure) in
      guard settings.clearedThrough == nil else {
        throw .refused(.storage(outbox.failure ?? .ioError))
      }
      return try outbox.revive(requestId)
    }
    try await outbox.confirm(revival)
  }

  /// The delivery loop; nil after the end of delivery.
  var deliveryLoop: DeliveryLoop? { delivery.withLock { $0?.loop } }

  func startDelivery(_ dependencies: DeliveryDependencies) {
    let loop = DeliveryLoop(outbox: outbox, groupName: group.name, dependencies: dependencies)
    delivery.withLock { $0 = Delivery(loop) }
  }

  /// Deletes all data of the group; see `Outbox.clear`. Returns once no attempt at the old jobs is in
  /// progress, or after a second: the outcome of a request that is still being sent is dropped. Returns the
  /// number of ended jobs.
  func clear(_ environment: Environment) async throws(EngineError) -> Int {
    // Use a task of its own: cancelling the caller must not undo the clear.
    let clear = Task {
      await clearing.request { [self] in
        let (result, endsJobs) = await withCheckedContinuation { continuation in
          environment.maintain { [self] in continuation.resume(returning: erase()) }
        }
        if endsJobs { await restartDelivery(environment) }
        return result
      }
    }
    guard let result = await clear.value else { throw .storage(.ioError) }
    return try result.get()
  }

  /// Erases under the lock of the settings, so that no one writes to them meanwhile. Returns also whether the jobs have
  /// ended: they have if only the settings, or copies of damaged records, could not be erased.
  private func erase() -> (result: Result<Int, EngineError>, endsJobs: Bool) {
    outbox.commit()
    let (result, cleared) = settings.withLock { settings in
      let cleared = outbox.clear()
      let forgotten = cleared.endsJobs ? forget(&settings) : .success(())
      let count = cleared.count.mapError { EngineError.storage(StorageCause($0)) }
      return (count.flatMap { count in forgotten.map { count } }, cleared)
    }
    cleared.notifyWaiters()
    deviceSnapshot.withLock { $0 = nil }
    applySettings()
    return (result, cleared.endsJobs)
  }

  /// Forgets the settings of before a clear. A file that cannot be removed is ignored at the next start.
  private func forget(_ settings: inout Settings) -> Result<Void, EngineError> {
    settings = settings.cleared
    settings.epoch = outbox.epoch
    do throws(SettingsError) {
      if settings.permission == nil { try store.remove() } else { try store.save(settings) }
      return .success(())
    } catch {
      return .failure(.storage(StorageCause(error)))
    }
  }

  private func restartDelivery(_ environment: Environment) async {
    guard let old = delivery.withLock({ $0 }) else { return }
    old.task.cancel()
    let over = AsyncSignal()
    let alarm = Task {
      try await environment.sleep(.seconds(1))
      over.fire()
    }
    Task {
      await old.task.value
      over.fire()
    }
    await over.wait()
    alarm.cancel()
    outbox.abandonAttempts()
    // Unless the group was stopped meanwhile.
    delivery.withLock { if $0 != nil { $0 = Delivery(old.loop) } }
  }

  /// Closes the files after `Outbox.retire`. The delivery task ends soon after, and has no more to do.
  func close() {
    delivery.withLock { delivery in
      delivery?.task.cancel()
      delivery = nil
    }
    health.stop()
    outbox.close()
  }

  /// Stops the delivery, waits for the end of its attempts, and closes the files.
  func stop() async {
    let task = delivery.withLock { delivery in
      defer { delivery = nil }
      return delivery?.task
    }
    task?.cancel()
    await task?.value
    health.stop()
    outbox.close()
  }

  func adjust(_ limits: Limits) {
    retryPolicy.withLock { $0 = limits.retryPolicy }
    applySettings()
    outbox.setConcurrency(limits.concurrency)
  }

  private func applySettings() {
    health.use(numbering)
    let retry = configuration?.retry ?? RetrySettings([:])
    outbox.setPolicy(retryPolicy.withLock { $0 }.overridden(by: retry))
  }
}

extension Lane.Name {
  /// True for jobs that end with a change of the rToken. Push deliveries and opens survive it.
  fileprivate var belongsToUser: Bool {
    switch self {
    case .state, .mobileEvent: true
    case .own: false
    }
  }
}

extension StorageCause {
  init(_ error: SettingsError) {
    guard case .storage(let failure) = error else {
      self = .ioError
      return
    }
    self.init(failure)
  }

  init(_ failure: StorageFailure) { self = StorageCause(rawValue: failure.cause) ?? .ioError }
}
