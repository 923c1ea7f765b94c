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
  /// The redaction; nil while nothing is recorded. Only the queue of the hub takes the lock.
  private let text = Mutex<LiveText?>(nil)

  init(_ engine: Engine) {
    self.engine = engine
    hub = engine.trace
    hub.whenInterrupted { [weak self] in self?.interrupted($0) }
  }

  var isOn: Bool { hub.isRecording(.wire) }

  func put(_ connection: UInt64, _ transport: String, _ content: WireItem.Content) {
    hub.put(.wire, bytes: content.bytes) { [self] _ in
      text.withLock { text in
        if text == nil { text = makeText() }
        return text?.members(content, of: connection, transport) ?? [:]
      }
    }
  }

  private func makeText() -> LiveText {
    LiveText(
      RedactionRules(document: .object(Catalog.openRPC(version: BridgeVersion.current).document)),
      secrets: engine.knownSecrets, longest: engine.limits.traceMessageBytes)
  }

  private func interrupted(_ interruption: TraceHub.Interruption) {
    text.withLock { text in
      switch interruption {
      case .gap: text?.skip()
      case .end: text = nil
      }
    }
  }
}
