/// A language that clients are generated for. A new language needs a file with its writer and a line here.
package struct ClientLanguage: Sendable {
  /// The name on the command line.
  package let name: String
  /// The folder of the generated files in the repository.
  package let folder: String
  package let files: @Sendable (APIModel) -> [GeneratedFile]

  package static let all: [ClientLanguage] = [csharp, go, java, php, python, swift, typeScript]

  /// Returns the files for a document. `digest` is the digest of its bytes.
  package func files(document: [UInt8], digest: String) throws(DocumentError) -> [GeneratedFile] {
    files(try APIModel(document: document, digest: digest))
  }

  package static func named(_ name: String) -> ClientLanguage? { all.first { $0.name == name } }
}

/// A file that belongs to a client and is never edited.
package struct GeneratedFile: Sendable, Equatable {
  /// The path below the output folder.
  package let path: String
  package let text: String
}
