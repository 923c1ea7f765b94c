import AltcraftMethods

/// The version of the product. It is that of `altcraft-bridge version`, `bridge.info` and the schema.
enum Version {
  static let current = BridgeVersion.current
}
