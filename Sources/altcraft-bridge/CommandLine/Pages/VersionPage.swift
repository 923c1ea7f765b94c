extension CommandPage {
  static let version = CommandPage(
    summary: "print the version",
    examples: [Example("altcraft-bridge version", "the same as altcraft-bridge --version")])
}
