/// The options of `events`.
package struct EventsOptions: Sendable, Equatable {
  package let since: Int?
  package let codes: [Int]?
  /// The format; nil for text on a terminal and JSON elsewhere.
  package var format: EventFormat?
  package let destination: Destination
}

/// The output format of `events`.
package enum EventFormat: String, Sendable { case text, json }
