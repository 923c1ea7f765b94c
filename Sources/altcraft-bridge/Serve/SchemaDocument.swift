import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC
import Synchronization

/// The OpenRPC document, made when it is first asked for: building it takes longer than starting.
final class SchemaDocument: Sendable {
  private struct Forms {
    let compact: [UInt8]
    let digest: String
  }

  private let forms = Mutex<Forms?>(nil)

  /// On one line, as `rpc.discover` answers it.
  var compact: [UInt8] { made.compact }

  /// Of the bytes that `altcraft-bridge schema` prints.
  var digest: String { made.digest }

  private var made: Forms {
    forms.withLock { forms in
      if let forms { return forms }
      let document = JSON.object(Catalog.openRPC(version: Version.current).document)
      let printed = Catalog.schemaText(version: Version.current)
      let new = Forms(compact: document.bytes, digest: "sha256:" + SHA256.hex(printed.utf8))
      forms = new
      return new
    }
  }
}
