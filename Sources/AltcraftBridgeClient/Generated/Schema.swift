// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:0fe9a8ff71815be1cc8cbb9104d9589a698d853fa9c6d036b9374350ea61474d"
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
