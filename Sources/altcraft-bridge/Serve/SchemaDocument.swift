import AltcraftMethods
import JSONCodec
import JSONRPC
import Synchronization

/// The OpenRPC document, made on first use: building it takes longer than the start.
final class SchemaDocument: Sendable {
  private let bytes = Mutex<[UInt8]?>(nil)

  /// The document on one line, as `rpc.discover` returns it.
  var compact: [UInt8] {
    bytes.withLock { bytes in
      if let bytes { return bytes }
      let new = JSON.object(Catalog.openRPC(version: BridgeVersion.current).document).bytes
      bytes = new
      return new
    }
  }
}
