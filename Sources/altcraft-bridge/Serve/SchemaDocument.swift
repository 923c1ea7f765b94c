import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC
import Synchronization

/// The OpenRPC document, made on first use: building it takes longer than the start.
final class SchemaDocument: Sendable {
  private struct Forms {
    let compact: [UInt8]
    let digest: String
  }

  private let forms = Mutex<Forms?>(nil)

  /// The document on one line, as `rpc.discover` returns it.
  var compact: [UInt8] { made.compact }

  /// The digest of the bytes that `altcraft-bridge schema` prints.
  var digest: String { made.digest }

  private var made: Forms {
    forms.withLock { forms in
      if let forms { return forms }
      let document = JSON.object(Catalog.openRPC(version: BridgeVersion.current).document)
      let printed = Catalog.schemaText(version: BridgeVersion.current)
      let new = Forms(compact: document.bytes, digest: "sha256:" + SHA256.hex(printed.utf8))
      forms = new
      return new
    }
  }
}
