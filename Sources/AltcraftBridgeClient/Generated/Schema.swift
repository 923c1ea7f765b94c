// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:8ef980560f9c089e93f633a57f0236adc5f2a87ca9920a1ece3e13a664db9e0a"
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
