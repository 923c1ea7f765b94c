import AltcraftMethods
import BridgeCommandLine
import ClientGenerator
import JSONCodec
import JSONRPC
import ReferencePages
import System

/// The `schema` command: prints the contract, for programs or for people.
enum SchemaCommand {
  static func run(_ format: SchemaFormat) {
    let text =
      switch format {
      case .openrpc: Catalog.schemaText(version: BridgeVersion.current)
      case .jsonSchema: MessageSchema.text(document: document)
      case .asyncapi: AsyncAPIDocument.text(document: document)
      case .markdown: ReferenceText.text(Reference(version: BridgeVersion.current))
      case .html: page
      }
    StandardOutput.text(text)
  }

  private static var document: JSON {
    .object(Catalog.openRPC(version: BridgeVersion.current).document)
  }

  private static var page: String {
    do {
      let document = Array(Catalog.schemaText(version: BridgeVersion.current).utf8)
      let samples = try CodeSamples(document: document)
      return ReferencePage.text(Reference(version: BridgeVersion.current), samples: samples.samples)
    } catch {
      preconditionFailure("the document of this program cannot be read: \(error)")
    }
  }
}
