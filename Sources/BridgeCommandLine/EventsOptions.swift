/// The options of `events`.
package struct EventsOptions: Sendable, Equatable {
  package let since: Int?
  package let codes: [Int]?
  /// The format; nil for text on a terminal and JSON elsewhere.
  package var format: EventFormat?
  /// The shell command that is run for each event.
  package var command: String?
  /// The file with the position.
  package var cursor: String?
  package let destination: Destination
}

/// The output format of `events`.
package enum EventFormat: String, Sendable { case text, json }
