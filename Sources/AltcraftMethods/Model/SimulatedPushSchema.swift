import AltcraftEngine
import JSONCodec

/// A push of a simulated platform, as the notification `push.simulated` reports it.
enum SimulatedPushSchema {
  static let fields: [FieldInfo] = [
    ObjectSchema.field(
      "campaign", "The campaign; null for a push of another sender. Example: `\"c1\"`.",
      ObjectSchema.textOrNull),
    ObjectSchema.field(
      "number", "The number of the push. It grows. Example: `1700000000000`.", ObjectSchema.integer),
    ObjectSchema.field(
      "message",
      "The message, as it arrives on a device. Example: `{\"_ac_push\": \"true\", \"_uid\": \"uid-1\"}`.",
      ["type": "object"]),
  ]

  static func json(_ push: SimulatedPlatform.Push) -> JSON {
    [
      "campaign": .optional(push.campaign), "number": .int(push.number),
      "message": .object(push.message),
    ]
  }
}
