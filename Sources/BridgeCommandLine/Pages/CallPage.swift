import AltcraftMethods

extension CommandPage {
  static let call = CommandPage(
    summary: "make one call and print its result",
    operands: "METHOD [PARAMS-JSON | - | KEY=VALUE…]",
    operandChoices: Catalog.methods.flatMap { [$0.name] + $0.aliases },
    flagGroups: [FlagGroup([.field, .ofSocket, .connect, .tokenFile, .ofDataDir])],
    notes: [
      """
      A VALUE is JSON if it is valid JSON, otherwise a string: count=3, name=Ann, zip='"123"'. `-` reads the \
      JSON from standard input. Without --socket or --connect, a temporary bridge is started for the call.
      """
    ],
    exits: [(.failure, "the answer is an error; it is printed to standard error")],
    examples: [
      CommandExample(
        "altcraft-bridge call mobileEvent sid=p eventName=tap --socket bridge.sock",
        "send an event to a running bridge; it is on disk when the command returns"),
      CommandExample(
        "altcraft-bridge call bridge.info --field version",
        "print one field, from a temporary bridge"),
    ])
}
