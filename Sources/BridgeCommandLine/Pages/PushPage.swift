import PushMessages

extension CommandPage {
  static let jwt = CommandPage(
    summary: "print an unsigned JWT for tests",
    operands: "KEY=VALUE…",
    notes: [
      """
      The keys are members of the claim `matching`: db_id and an identifier (email, phone, profile_id, \
      field_name with field_value, provider with subscription_id). `matching` follows from the identifier unless \
      it is given. exp, iat, nbf, iss, sub, aud and jti are claims of their own. The real platform accepts only \
      JWTs that your server signs.
      """
    ],
    examples: [
      CommandExample(
        "altcraft-bridge jwt db_id=1 email=ann@example.com", "a JWT of a user, without an end"),
      CommandExample(
        "altcraft-bridge jwt db_id=1 phone=79001234567 exp=1", "a JWT that has expired"),
    ])

  static let push = CommandPage(
    summary: "print a push message, or hand it to a bridge",
    operands: "STRUCTURE [KEY=VALUE…]",
    operandChoices: PushSample.names,
    flagGroups: [FlagGroup([.pushForm, .pushTo] + Flag.ofBridge)],
    notes: [
      """
      STRUCTURE: \(PushSample.names.joined(separator: ", ")). KEY: what the structure has of \
      \(PushSample.allKeys.joined(separator: ", ")). A bridge reports error 451 for a message without a uid, \
      such as one of the structure apns.
      """
    ],
    exits: [(.failure, "the answer is an error"), noBridge],
    examples: [
      CommandExample("altcraft-bridge push fcmV1IOS title=Sale", "as it arrives on a device"),
      CommandExample("altcraft-bridge push fcmV1IOS title=Sale --to", "let the bridge take it"),
    ])
}
