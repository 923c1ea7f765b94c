import AltcraftEngine
import JSONCodec
import JSONRPC
import Synchronization

/// The subscription of one connection to the outcomes of jobs. It reads them from the log, so that a
/// connection that does not keep up loses none that is kept.
final class OutcomeSubscription: Sendable {
  private let reader: OutcomeReader
  private let environment: Environment
  private let remote: Remote
  private let bytes: Int
  private let task = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  init(_ reader: OutcomeReader, _ session: Session) {
    self.reader = reader
    environment = session.engine.environment
    remote = session.remote
    bytes = session.engine.limits.outQueueBytes / 4
  }

  func start() {
    task.withLock { state in
      guard !state.isCancelled, state.task == nil else { return }
      state.task = Task { [self] in await run() }
    }
  }

  func cancel() {
    let running = task.withLock { state in
      state.isCancelled = true
      return state.task
    }
    running?.cancel()
    reader.cancel()
  }

  private func run() async {
    while !Task.isCancelled, let steps = await reader.next(bytes: bytes) {
      for step in steps {
        while let isSent = sendUnlessCancelled(step), !isSent {
          // No transport reports when it has room.
          do { try await environment.sleep(.milliseconds(100)) } catch { return }
          if Task.isCancelled { return }
        }
      }
      if steps.isEmpty {
        do { try await environment.sleep(.milliseconds(100)) } catch { return }
      }
    }
  }

  /// Sends a step. Returns nil without an effect after `cancel`: a later subscription of the connection sends it too.
  private func sendUnlessCancelled(_ step: OutcomeReader.Step) -> Bool? {
    task.withLock { $0.isCancelled ? nil : send(step) }
  }

  private func send(_ step: OutcomeReader.Step) -> Bool {
    switch step {
    case .outcome(let report):
      var json = OutcomeSchema.json(report).bytes
      // Longer than the queue of the connection: it would never fit.
      if json.count > 2 * bytes, var object = OutcomeSchema.json(report).objectValue {
        object["response"] = .null
        json = JSON.object(object).bytes
      }
      return remote.notify(ServerNotifications.outcome.name, json, as: .event)
    case .gap(let gap):
      return remote.notify(
        ServerNotifications.outcomeGap.name, OutcomeSchema.json(gap).bytes, as: .event)
    }
  }
}
