import Dispatch
import DurableLog
import HTTP
import JSONCodec
import Synchronization

/// The data of one app group: its settings and its outbox, and the task that delivers from it.
final class GroupStore: Sendable {
  let group: AppGroup
  let outbox: Outbox
  private let store: SettingsStore
  private let settings: Mutex<Settings>
  /// What the device and its time zone are, made anew each minute: the offset may have changed, and
  /// reading it takes longer than accepting work.
  private let surroundings = Mutex<Surroundings?>(nil)

  private struct Surroundings {
    let minute: Int64
    let fields: JSONObject
    let minutesWest: Int
  }
  private let relay: StorageRelay
  /// What the configuration does not say of retries.
  private let retryPolicy: Mutex<RetryPolicy>
  private let delivery = Mutex<Delivery?>(nil)
  /// Who asks whether the platform knows the token in use shares one look at it.
  let tokenCheck = SharedQuestion<Entry.ID?>()
  /// That look found out that it should tell the platform, and lacked a JWT.
  let owesTokenCheck = Atomic<Bool>(false)
  private let clearing = SharedQuestion<Result<Int, EngineError>>()

  private struct Delivery {
    let deliverer: Deliverer
    let task: Task<Void, Never>

    init(_ deliverer: Deliverer) {
      self.deliverer = deliverer
      task = Task(executorPreference: deliverer.ports.http.executor) { await deliverer.run() }
    }
  }

  init(
    group: AppGroup, outbox: Outbox, store: SettingsStore, settings: Settings, relay: StorageRelay
  ) {
    self.relay = relay
    self.group = group
    self.outbox = outbox
    self.store = store
    self.settings = Mutex(settings)
    retryPolicy = Mutex(outbox.limits.retryPolicy)
    applyRetrySettings()
  }

  var current: Settings { settings.withLock { $0 } }
  var configuration: Configuration? { settings.withLock { $0.configuration } }

  /// Who speaks for the user; nil without a configuration.
  var speaker: Configuration.Speaker? { settings.withLock { $0.speaker } }

  /// Stores the change before it takes effect; when it cannot be stored there is none. Refuses the parameter
  /// where the settings as a whole become longer than their file may be.
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
    surroundings.withLock { $0 = nil }
    applyRetrySettings()
  }

  /// The members of `subscription.fields` at that time; of the same name the custom one counts.
  func subscriptionFields(_ customFields: JSONObject?, at now: Timestamp) -> JSONObject {
    var fields = surroundings(at: now).fields
    // Custom fields have no duplicates, so each is looked for among the few fields of the device only.
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

  /// How far the device's clock is behind UTC, in minutes.
  func minutesWest(at now: Timestamp) -> Int {
    let minute = now.seconds / 60
    let known = surroundings.withLock { $0?.minute == minute ? $0?.minutesWest : nil }
    return known ?? surroundings(at: now).minutesWest
  }

  private func surroundings(at now: Timestamp) -> Surroundings {
    let minute = now.seconds / 60
    if let known = surroundings.withLock({ $0 }), known.minute == minute { return known }
    let configuration = self.configuration
    let made = Surroundings(
      minute: minute,
      fields: configuration.map {
        DeviceFields.fields($0, on: .current(), customFields: nil, at: now)
      } ?? [:],
      minutesWest: -TimeZoneOffset(zone: configuration?.device.timeZone, at: now).minutesEast)
    surroundings.withLock { $0 = made }
    return made
  }

  /// Ends the pending work that a change of the rToken has left without an owner. Push events go out with
  /// the new one, and what users own by a JWT is not concerned. Returns what was ended. Also run at the
  /// start, for a crash in the middle of it.
  ///
  /// `clearedThrough` goes when the ends are durable: rejected work that is retried later is pending again
  /// under its old id, and must stay.
  func endClearedWork() -> [Entry] {
    let cleared = settings.withLock { settings in
      settings.clearedThrough.map { (last: $0, work: outbox.pending(through: $0)) }
    }
    guard let (last, work) = cleared else { return [] }
    let number = SDKCode.workCleared.number(configuration?.eventCodes ?? .current)
    let ending = Outbox.Ending(state: .cleared, eventCode: number, byAttempt: false)
    let ended = work.filter { entry in
      entry.lane.userTag == .resourceToken && entry.lane.name.belongsToUser
        && outbox.end(entry.id, ending)
    }
    outbox.commit()
    guard outbox.failure == nil, !outbox.journal.isPoisoned else { return ended }
    settings.withLock { settings in
      guard settings.clearedThrough == last else { return }
      var changed = settings
      changed.clearedThrough = nil
      // Where it cannot be stored it stays, and the next retry tries once more.
      if (try? store.save(changed)) != nil { settings = changed }
    }
    return ended
  }

  /// Moves rejected work back to pending; see `Outbox.revive`. Refused while a change of the rToken is not
  /// completely stored: the work would end with it.
  func retry(_ requestId: String) async throws(Outbox.ControlFailure) {
    let revival = try settings.withLock { settings throws(Outbox.ControlFailure) in
      guard settings.clearedThrough == nil else {
        throw .refused(.storage(outbox.failure ?? .ioError))
      }
      return try outbox.revive(requestId)
    }
    try await outbox.confirm(revival)
  }

  func start(_ engine: Engine, _ ports: Deliverer.Ports) {
    relay.attach(engine, outbox)
    outbox.reportFailureAtStart()
    delivery.withLock { $0 = Delivery(Deliverer(outbox: outbox, ports: ports)) }
  }

  /// Forgets all data of the group; see `Outbox.clear`. Returns when no attempt at what was there is under
  /// way any more, or after a second: what a request on the wire comes to then is dropped. The answer is
  /// the number of pieces of work that this ended.
  func clear(_ environment: Environment) async throws(EngineError) -> Int {
    // In a task of its own: a caller that goes does not take it back.
    let clear = Task {
      await clearing.ask { [self] in
        let result = await withCheckedContinuation { continuation in
          Outbox.maintenance.async { [self] in continuation.resume(returning: erase()) }
        }
        if case .success = result { await restartDelivery(environment) }
        return result
      }
    }
    guard let result = await clear.value else { throw .storage(.ioError) }
    return try result.get()
  }

  /// Under the lock of the settings, so that nothing is written into them meanwhile.
  private func erase() -> Result<Int, EngineError> {
    outbox.commit()
    let (result, tell) = settings.withLock { settings in
      let cleared = outbox.clear()
      return (forget(&settings, cleared.count), cleared.tell)
    }
    tell()
    surroundings.withLock { $0 = nil }
    applyRetrySettings()
    return result
  }

  private func forget(
    _ settings: inout Settings, _ count: Result<Int, JournalError>
  ) -> Result<Int, EngineError> {
    do throws(JournalError) {
      let count = try count.get()
      settings = Settings()
      do throws(SettingsError) { try store.remove() } catch {
        return .failure(.storage(StorageCause(error)))
      }
      return .success(count)
    } catch {
      return .failure(.storage(StorageCause(error)))
    }
  }

  private func restartDelivery(_ environment: Environment) async {
    guard let old = delivery.withLock({ $0 }) else { return }
    old.task.cancel()
    let over = Signal()
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
    outbox.endFlights()
    // Unless the group was stopped meanwhile.
    delivery.withLock { if $0 != nil { $0 = Delivery(old.deliverer) } }
  }

  /// Closes the files after `Outbox.retire`. The task of the delivery ends soon after, and does nothing more.
  func close() {
    delivery.withLock { delivery in
      delivery?.task.cancel()
      delivery = nil
    }
    relay.stop()
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
    relay.stop()
    outbox.close()
  }

  func adjust(_ limits: Limits) {
    retryPolicy.withLock { $0 = limits.retryPolicy }
    applyRetrySettings()
    outbox.setConcurrency(limits.concurrency)
  }

  private func applyRetrySettings() {
    let retry = configuration?.retry ?? RetrySettings([:])
    outbox.setPolicy(retryPolicy.withLock { $0 }.overridden(by: retry))
  }
}

extension Lane.Name {
  /// Push deliveries and opens survive a change of the rToken.
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
