extension CommandPage {
  static let version = CommandPage(
    summary: "print the version",
    examples: [CommandExample("altcraft-bridge version", "the same as altcraft-bridge --version")])
}
