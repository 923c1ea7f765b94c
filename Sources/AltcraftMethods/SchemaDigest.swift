// Generated: the digest of the document. To write it again: UPDATE=1 swift test --filter Drift
extension Catalog {
  /// The digest of the bytes that `altcraft-bridge schema` prints. Its computation would take longer
  /// than the start of the process.
  package static let schemaDigest =
    "sha256:0fe9a8ff71815be1cc8cbb9104d9589a698d853fa9c6d036b9374350ea61474d"
}
