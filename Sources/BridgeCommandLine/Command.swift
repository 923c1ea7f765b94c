import JSONCodec

/// A parsed command line; every value is checked.
package enum Command: Sendable, Equatable {
  case serve(ServeOptions)
  case call(CallOptions)
  case events(EventsOptions)
  case demo
  case platform(PlatformOptions)
  case schema(SchemaFormat)
  case generate(GenerateOptions)
  case outbox(OutboxOptions)
  case replay(ReplayOptions)
  case doctor(DoctorOptions)
  case service(ServiceOptions)
  case completion(Shell)
  case version
  case help(HelpOptions)
}

package struct CallOptions: Sendable, Equatable {
  package let method: String
  /// The parameters; nil for a call without them.
  package let params: JSON?
  /// The member of the result to print; nil for all of it.
  package var field: String?
  package let destination: Destination
}

package struct EventsOptions: Sendable, Equatable {
  package let since: Int?
  package let codes: [Int]?
  /// The format; nil for text on a terminal and JSON elsewhere.
  package var format: EventFormat?
  package let destination: Destination
}

/// The bridge that `call` and `events` connect to.
package struct Destination: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    case socket(String)
    case tcp(HostAndPort)
    /// A child process, for as long as the connection lasts. Without a directory it uses the default of
    /// `serve`.
    case ownCore(dataDir: String?)
  }

  package let place: Place
  package let tokenFile: String?
}

package enum EventFormat: String, Sendable { case text, json }

package struct PlatformOptions: Sendable, Equatable {
  package let listen: LoopbackAddress
  package let script: String?
}

package enum SchemaFormat: String, Sendable { case openrpc, markdown, html }

package struct GenerateOptions: Sendable, Equatable {
  /// The name of a language in `ClientLanguage.all`.
  package let language: String
  package let directory: String
  /// The schema file; nil for the interface of this version.
  package let schema: String?
}

package struct OutboxOptions: Sendable, Equatable {
  package enum Action: String, Sendable { case list, verify }

  package let action: Action
  package let dataDir: String
}

package struct ReplayOptions: Sendable, Equatable {
  package let file: String
  /// The program to replay against; nil for this program.
  package let program: String?
}

package struct HelpOptions: Sendable, Equatable {
  package enum Format: String, Sendable { case text, man }

  package let topic: HelpTopic
  package var format = Format.text
}
