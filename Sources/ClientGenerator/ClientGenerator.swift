import JSONCodec

/// Writes the generated part of a client.
package enum ClientGenerator {
  /// The files for that document. `digest` is that of its bytes.
  package static func files(
    of language: ClientLanguage, document: [UInt8], digest: String
  ) throws(DocumentError) -> [GeneratedFile] {
    language.files(try Interface(document: document, digest: digest))
  }
}
