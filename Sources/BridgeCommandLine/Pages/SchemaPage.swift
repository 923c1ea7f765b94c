extension CommandPage {
  static let schema = CommandPage(
    summary: "print the interface description",
    flagGroups: [FlagGroup([.schemaFormat])],
    examples: [
      CommandExample(
        "altcraft-bridge schema > openrpc.json", "for programs, as an OpenRPC document"),
      CommandExample(
        "altcraft-bridge schema --format json-schema > messages.schema.json",
        "for validators, as a JSON Schema 2020-12 document"),
      CommandExample(
        "altcraft-bridge schema --format asyncapi > asyncapi.json", "as an AsyncAPI 3 document"),
      CommandExample("altcraft-bridge schema --format html > reference.html", "for a browser"),
      CommandExample("altcraft-bridge schema --format markdown | less", "for people"),
    ])
}
