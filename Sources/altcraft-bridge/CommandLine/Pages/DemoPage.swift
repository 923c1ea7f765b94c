extension CommandPage {
  static let demo = CommandPage(
    summary: "see the whole of it work against a simulated platform",
    notes: [
      """
      Starts a bridge and a simulated platform, sends mobile events through every kind of failure, and shows \
      what is said on the wire. Ends within ten seconds, needs no network and leaves nothing behind.
      """
    ],
    examples: [
      Example("altcraft-bridge demo", "the five minutes that explain the product, in ten seconds")
    ])
}
