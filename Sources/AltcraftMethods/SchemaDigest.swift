// Generated: the digest of the document. To write it again: UPDATE=1 swift test --filter Drift
extension Catalog {
  /// The digest of the bytes that `altcraft-bridge schema` prints. Its computation would take longer
  /// than the start of the process.
  package static let schemaDigest =
    "sha256:8ef980560f9c089e93f633a57f0236adc5f2a87ca9920a1ece3e13a664db9e0a"
}
