import AltcraftMethods

/// `schema`: prints the contract, for programs or for people.
enum SchemaCommand {
  static func run(_ format: SchemaFormat) -> ExitStatus {
    let text =
      switch format {
      case .openrpc: Catalog.schemaText(version: Version.current)
      case .markdown: ReferenceText.text(Reference(version: Version.current))
      case .html: ReferencePage.text(Reference(version: Version.current))
      }
    // A reader that closed early, as `head` does, is no failure worth a message.
    return Output.text(text) ? .success : .failure
  }
}
