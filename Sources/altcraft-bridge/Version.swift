import AltcraftMethods

/// The version of the product, as in `altcraft-bridge version`, `bridge.info` and the schema.
enum Version {
  static let current = BridgeVersion.current
  /// The release date of that version, as the manual shows it.
  static let date = BridgeVersion.date
}
