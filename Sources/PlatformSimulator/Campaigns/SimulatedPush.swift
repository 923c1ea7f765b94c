import JSONCodec

/// A push for one device.
package struct SimulatedPush: Sendable {
  /// The number of the push. It grows over restarts too, because it is at least the time in milliseconds.
  package let number: Int64
  package let time: Int64
  package let token: String
  /// The campaign; nil for a push of another sender.
  package let campaign: String?
  package let message: JSON

  /// The push as `GET /__pushes` shows it.
  var asJSON: JSON {
    [
      "number": .int(number), "time": .int(time), "token": .string(token),
      "campaign": .optional(campaign), "message": message,
    ]
  }
}
