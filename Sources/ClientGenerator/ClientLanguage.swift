/// A language that clients are generated for. Adding one is a file that says how, and a line here.
package struct ClientLanguage: Sendable {
  /// As on the command line.
  package let name: String
  /// Where below its client's folder the generated files are.
  package let folder: String
  package let files: @Sendable (Interface) -> [GeneratedFile]

  package static let all: [ClientLanguage] = [go, java, python, typeScript]

  /// The files for that document. `digest` is that of its bytes.
  package func files(document: [UInt8], digest: String) throws(DocumentError) -> [GeneratedFile] {
    files(try Interface(document: document, digest: digest))
  }

  package static func named(_ name: String) -> ClientLanguage? { all.first { $0.name == name } }
}

/// A file that belongs to a client and is never edited.
package struct GeneratedFile: Sendable, Equatable {
  /// Below the folder that was asked for.
  package let path: String
  package let text: String
}
