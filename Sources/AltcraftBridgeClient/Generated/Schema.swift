// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// The interface that this library was generated from.
public enum BridgeSchema {
  public static let version = "0.1.0"
  /// The digest of the document; `bridge.info` returns it as `schemaDigest`.
  public static let digest = "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af"
}
