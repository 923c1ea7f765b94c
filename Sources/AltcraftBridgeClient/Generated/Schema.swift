// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:7d948b2325d9afba3fae0f5bf0ab3b592846a6b2ad38046e3d1322e19893d6e4"
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
