import AltcraftMethods
import ClientGenerator

/// `schema`: prints the contract, for programs or for people.
enum SchemaCommand {
  static func run(_ format: SchemaFormat) -> ExitStatus {
    let text =
      switch format {
      case .openrpc: Catalog.schemaText(version: Version.current)
      case .markdown: ReferenceText.text(Reference(version: Version.current))
      case .html: page
      }
    // A reader that closed early, as `head` does, is no failure worth a message.
    return Output.text(text) ? .success : .failure
  }

  private static var page: String {
    do {
      let document = Array(Catalog.schemaText(version: Version.current).utf8)
      let samples = try CodeSamples(document: document)
      return ReferencePage.text(Reference(version: Version.current), samples: samples.samples)
    } catch {
      preconditionFailure("the document of this program cannot be read: \(error)")
    }
  }
}
