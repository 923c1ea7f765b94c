import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC
import Synchronization
import WireRecording

/// The tap of `trace.subscribe`: records the messages of all connections while a connection subscribes to them.
final class LiveTap: WireTap {
  private let engine: Engine
  private let hub: TraceHub
  private struct State {
    /// Made for the first item and kept, because reading the whole document takes milliseconds.
    var rules: RedactionRules?
    /// The redaction; nil while nothing is recorded.
    var text: LiveText?
  }

  /// Only the queue of the hub takes the lock.
  private let state = Mutex(State())

  init(_ engine: Engine) {
    self.engine = engine
    hub = engine.trace
    hub.whenInterrupted { [weak self] in self?.interrupted($0) }
  }

  var isOn: Bool { hub.isRecording(.wire) }

  func put(_ connection: UInt64, _ transport: String, _ content: () -> WireItem.Content) {
    guard !hub.losesNext(.wire) else { return }
    let content = content()
    hub.put(.wire, bytes: content.bytes) { [self] _ in
      state.withLock { state in
        if state.text == nil { state.text = makeText(&state.rules) }
        return state.text?.members(content, of: connection, transport) ?? [:]
      }
    }
  }

  private func makeText(_ known: inout RedactionRules?) -> LiveText {
    let rules =
      known
      ?? RedactionRules(document: .object(Catalog.openRPC(version: BridgeVersion.current).document))
    known = rules
    return LiveText(
      rules, secrets: engine.knownSecrets, longest: engine.limits.traceMessageBytes)
  }

  private func interrupted(_ interruption: TraceHub.Interruption) {
    state.withLock { state in
      switch interruption {
      case .gap: state.text?.skip()
      case .end: state.text = nil
      }
    }
  }
}
