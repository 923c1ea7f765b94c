// Generated: the digest of the document. To write it again: UPDATE=1 swift test --filter Drift
extension Catalog {
  /// The digest of the bytes that `altcraft-bridge schema` prints. Its computation would take longer
  /// than the start of the process.
  package static let schemaDigest =
    "sha256:8861bbdffc598ed677790729e5cb87b4db799f651eb068dd7b57f852d6fc63f1"
}
