import AltcraftEngine
import JSONCodec
import Synchronization

/// A subscriber to the steps of jobs in a trace.
package final class JobSteps: Sendable {
  private let state = Mutex<[JSON]>([])
  private let subscription = Mutex<EventSubscription?>(nil)

  package init(_ hub: TraceHub) {
    let subscription = hub.subscribe(
      since: nil, epoch: nil, kinds: [.job], replacing: nil
    ) { [weak self] delivery in
      if case .event(let item) = delivery { self?.state.withLock { $0.append(item.json) } }
      return true
    }
    subscription.start()
    self.subscription.withLock { $0 = subscription }
  }

  package var all: [JSON] { state.withLock { $0 } }

  /// Returns the steps of a job with their members, without those that all steps have.
  package func of(_ requestId: String) -> [String] {
    let common: Set = [
      "epoch", "seq", "at", "kind", "requestId", "method", "user", "appGroup", "step",
    ]
    return all.filter { $0["requestId"]?.stringValue == requestId }.map { item in
      let rest = item.objectValue?.members.filter { !common.contains($0.key) } ?? []
      return ([item["step"]?.stringValue ?? ""] + rest.map { "\($0.key)=\($0.value.text)" })
        .joined(separator: " ")
    }
  }
}
