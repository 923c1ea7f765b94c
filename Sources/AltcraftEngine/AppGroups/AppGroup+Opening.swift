import DurableLog
import Glibc
import JSONCodec

// Opening an app group: its directory, its settings, its outbox.
extension AppGroup {
  /// The file descriptors that opening a group takes, plus a reserve for all groups: files of the outbox,
  /// connections to the platform and of hosts.
  private static let neededDescriptors = 32

  /// Opens the files of a group and reports what a crash left behind. The caller starts the delivery.
  static func open(
    _ name: AppGroupName, _ parts: EngineParts, _ context: EngineContext
  ) throws(EngineStartError) -> AppGroup {
    let directory: any GroupDirectory
    let logDirectory: any LogDirectory
    do throws(StorageFailure) {
      directory = try parts.directory(name)
      try directory.requireDescriptors(neededDescriptors)
      logDirectory = try directory.log()
    } catch {
      throw .storage(error)
    }
    let store = SettingsStore(directory: directory)
    var settings = try load(store, parts, context)
    if let zone = settings.configuration?.device.timeZone, !TimeZoneOffset.isZone(zone) {
      context.log.error(
        "the time zone of a stored configuration is unknown here; that of this machine is used",
        [
          "appGroup": .text(name.name), "timeZone": .text(zone),
          "database": .text(TimeZoneDatabase.path),
        ])
    }
    let health = StorageHealth(context, numbering: settings.numbering)
    let start = context.environment.now()
    do throws(JournalError) {
      let (outbox, recovery) = try Outbox.open(
        logDirectory, kinds: parts.kinds,
        environment: context.environment, limits: parts.limits, durability: parts.durability,
        progress: parts.recoveryProgress, tracing: context.trace, as: name.name,
        storageChanged: health.changed)
      try outbox.requireRoom()
      if settings.epoch < outbox.epoch {
        // A crash interrupted a `clear`. If the file cannot be changed now, it is ignored in the same way
        // next time.
        settings = settings.cleared
        settings.epoch = outbox.epoch
        _ = Result { () throws(SettingsError) in
          if settings.permission == nil { try store.remove() } else { try store.save(settings) }
        }
      }
      context.log.info(
        "outbox recovered",
        [
          "records": .number(recovery.records), "segments": .number(recovery.segments),
          "bytes": .number(recovery.fileBytes), "tornBytes": .number(recovery.tornBytes),
          "pending": .number(outbox.pendingCount),
          "ms": .milliseconds(context.environment.now() - start),
        ])
      report(recovery, settings, context)
      let group = AppGroup(
        group: name, outbox: outbox, store: store, settings: settings, health: health)
      for job in group.endClearedJobs() {
        context.events.emit(
          job.clearedEvent(outbox.kind(of: job), function: "initialization"),
          numbering: settings.numbering)
      }
      return group
    } catch {
      throw .journal(error)
    }
  }

  private static func load(
    _ store: SettingsStore, _ parts: EngineParts, _ context: EngineContext
  ) throws(EngineStartError) -> Settings {
    do throws(SettingsError) {
      let loaded = try store.load(allowsInsecureHTTP: parts.allowsInsecureHTTP)
      if let refusal = loaded.refusal {
        context.log.error(
          "the stored configuration is not allowed in this process",
          ["reason": .text(refusal.message)])
        context.events.emit(
          EventDraft(refusal.code, function: "initialization", message: refusal.message),
          numbering: .current)
      }
      var settings = loaded.settings
      if let token = settings.manualToken, !PushToken.fits(token.token.reveal()) {
        context.log.error(
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
        context.log.error(
          "the stored settings are damaged", ["inQuarantine": .text(String(isInQuarantine))])
        context.events.emit(
          EventDraft(
            .storageError, function: "initialization", value: ["cause": "damagedSettings"]),
          numbering: .current)
        return Settings()
      }
    }
  }

  private static func report(
    _ recovery: Recovery, _ settings: Settings, _ context: EngineContext
  ) {
    for damage in recovery.damage where damage.reason != .torn {
      context.log.error(
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
      context.events.emit(
        EventDraft(.storageError, function: "recovery", value: value),
        numbering: settings.numbering)
    }
  }
}
