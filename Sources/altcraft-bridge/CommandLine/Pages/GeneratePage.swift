import ClientGenerator

extension CommandPage {
  static let generate = CommandPage(
    summary: "write the generated part of a client",
    operands: languages.joined(separator: "|"),
    operandChoices: languages,
    flagGroups: [FlagGroup([.output, .schema])],
    notes: [
      """
      DIR is created if it is missing, and files of the same name in it are replaced. Without --schema the \
      interface is that of this version.
      """
    ],
    examples: [
      Example("altcraft-bridge generate go --output altcraft", "the types and calls for Go"),
      Example(
        "altcraft-bridge generate python --schema openrpc.json --output altcraft",
        "those of another version"),
    ])

  private static let languages = ClientLanguage.all.map(\.name)
}
