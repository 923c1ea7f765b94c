/// The version of the product: of the executables, of `bridge.info` and of the schema document.
package enum BridgeVersion {
  package static let current = "0.1.0"
  /// The release date of that version.
  package static let date = "2026-11-22"
}
