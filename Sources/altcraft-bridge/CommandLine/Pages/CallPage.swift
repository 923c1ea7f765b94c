import AltcraftMethods

extension CommandPage {
  static let call = CommandPage(
    summary: "make one call and print its result",
    operands: "METHOD [PARAMS-JSON | - | KEY=VALUE…]",
    operandChoices: Catalog.methods.flatMap { [$0.name] + $0.aliases },
    flagGroups: [FlagGroup([.field, .ofSocket, .connect, .tokenFile, .ofDataDir])],
    notes: [
      """
      A VALUE is JSON where it is valid JSON, else a string: count=3, name=Ann, zip='"123"'. `-` reads the JSON \
      from standard input. Without --socket and --connect a bridge of its own makes the call.
      """
    ],
    exits: [(.failure, "the answer is an error, which goes to standard error")],
    examples: [
      Example(
        "altcraft-bridge call mobileEvent sid=p eventName=tap --socket bridge.sock",
        "give an event to a running bridge; it is on disk when this returns"),
      Example(
        "altcraft-bridge call bridge.info --field version", "ask a bridge of its own, for one thing"
      ),
    ])
}
