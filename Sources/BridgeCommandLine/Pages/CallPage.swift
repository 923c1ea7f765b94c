import AltcraftMethods

extension CommandPage {
  static let call = CommandPage(
    summary: "make one call and print its result",
    operands: "METHOD [PARAMS-JSON | - | KEY=VALUE…]",
    operandChoices: Catalog.methods.flatMap { [$0.name] + $0.aliases },
    flagGroups: [FlagGroup([.field] + Flag.ofBridge + [.ofDataDir])],
    notes: [
      """
      Each VALUE has the type that METHOD declares: sid=17 is a string, limit=17 a number. a.b=1 sets a member \
      of an object, KEY=@FILE and KEY=- read the value from a file or from standard input. A text that is `-` \
      or begins with `@` needs PARAMS-JSON, such as '{"sid":"@pixel"}'. `altcraft-bridge help METHOD` lists the \
      parameters.
      """
    ],
    exits: [(.failure, "the answer is an error"), CommandPage.noBridge],
    examples: [
      CommandExample(
        "altcraft-bridge call mobileEvent sid=p eventName=tap payload.price=12",
        "send an event; it is on disk when the command returns"),
      CommandExample(
        "altcraft-bridge call bridge.info --field version", "print one field"),
    ])
}
