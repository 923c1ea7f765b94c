import JSONCodec

/// What a command line asks for, with every value checked.
enum Command: Sendable, Equatable {
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

struct CallOptions: Sendable, Equatable {
  let method: String
  /// Nil for a call without parameters.
  let params: JSON?
  /// The member of the result to print; nil for all of it.
  var field: String?
  let destination: Destination
}

struct EventsOptions: Sendable, Equatable {
  let since: Int?
  let codes: [Int]?
  /// Nil for text on a terminal, and JSON elsewhere.
  var format: EventFormat?
  let destination: Destination
}

/// Which bridge `call` and `events` speak to.
struct Destination: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case socket(String)
    case tcp(HostAndPort)
    /// A process of our own, for as long as we speak to it. Without a directory it has that of `serve`.
    case ownCore(dataDir: String?)
  }

  let place: Place
  let tokenFile: String?
}

enum EventFormat: String, Sendable { case text, json }

struct PlatformOptions: Sendable, Equatable {
  let listen: LoopbackAddress
  let script: String?
}

enum SchemaFormat: String, Sendable { case openrpc, markdown, html }

struct GenerateOptions: Sendable, Equatable {
  /// One of `ClientLanguage.all`.
  let language: String
  let directory: String
  /// Nil for the interface of this version.
  let schema: String?
}

struct OutboxOptions: Sendable, Equatable {
  enum Action: String, Sendable { case list, verify }

  let action: Action
  let dataDir: String
}

struct ReplayOptions: Sendable, Equatable {
  let file: String
  /// Nil for this program.
  let program: String?
}

struct HelpOptions: Sendable, Equatable {
  enum Format: String, Sendable { case text, man }

  let topic: HelpTopic
  var format = Format.text
}
