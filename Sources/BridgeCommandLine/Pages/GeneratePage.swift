import ClientGenerator

extension CommandPage {
  static let generate = CommandPage(
    summary: "write the generated part of a client",
    operands: "LANGUAGE",
    operandChoices: languages,
    flagGroups: [FlagGroup([.output, .schema])],
    notes: [
      """
      LANGUAGE is \(languages.dropLast().joined(separator: ", ")) or \(languages.last ?? ""). \
      DIR is created if it does not exist. Existing files with the same names are replaced. Without --schema, \
      the interface of this version is used.
      """
    ],
    examples: [
      CommandExample("altcraft-bridge generate go --output altcraft", "types and calls for Go"),
      CommandExample(
        "altcraft-bridge generate python --schema openrpc.json --output altcraft",
        "types and calls of another version, for Python"),
    ])

  private static let languages = ClientLanguage.all.map(\.name)
}
