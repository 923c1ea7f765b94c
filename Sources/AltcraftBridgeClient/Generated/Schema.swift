// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:7aeedcf8bb14c1880804d0004dbd5eff0db5288a4f958aab0911aaedc56bc92b"
}
