import AltcraftMethods

/// The version of the product. It is that of `altcraft-bridge version`, `bridge.info` and the schema.
enum Version {
  static let current = BridgeVersion.current
  /// The day of that version, as the manual shows it.
  static let date = BridgeVersion.date
}
