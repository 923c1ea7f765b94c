extension CommandPage {
  static let schema = CommandPage(
    summary: "print the interface description",
    flagGroups: [FlagGroup([.schemaFormat])],
    examples: [
      Example("altcraft-bridge schema > openrpc.json", "for programs, as an OpenRPC document"),
      Example("altcraft-bridge schema --format html > reference.html", "for a browser"),
      Example("altcraft-bridge schema --format markdown | less", "for people"),
    ])
}
