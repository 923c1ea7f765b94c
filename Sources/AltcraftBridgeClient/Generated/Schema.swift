// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:8861bbdffc598ed677790729e5cb87b4db799f651eb068dd7b57f852d6fc63f1"
  /// The methods that other names stand for.
  static let aliases = [
    "initialize": "initialization",
    "nse.setAppGroup": "setAppGroup",
    "nse.setJWTProvider": "setJWTProvider",
    "nse.mobileEvent": "mobileEvent",
    "subscribeToEvents": "events.subscribe",
    "unsubscribeFromEvent": "events.unsubscribe",
  ]
}
