import JSONCodec

/// A parsed command line; every value is checked.
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
  /// The parameters; nil for a call without them.
  let params: JSON?
  /// The member of the result to print; nil for all of it.
  var field: String?
  let destination: Destination
}

struct EventsOptions: Sendable, Equatable {
  let since: Int?
  let codes: [Int]?
  /// The format; nil for text on a terminal and JSON elsewhere.
  var format: EventFormat?
  let destination: Destination
}

/// The bridge that `call` and `events` connect to.
struct Destination: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case socket(String)
    case tcp(HostAndPort)
    /// A child process, for as long as the connection lasts. Without a directory it uses the default of
    /// `serve`.
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
  /// The name of a language in `ClientLanguage.all`.
  let language: String
  let directory: String
  /// The schema file; nil for the interface of this version.
  let schema: String?
}

struct OutboxOptions: Sendable, Equatable {
  enum Action: String, Sendable { case list, verify }

  let action: Action
  let dataDir: String
}

struct ReplayOptions: Sendable, Equatable {
  let file: String
  /// The program to replay against; nil for this program.
  let program: String?
}

struct HelpOptions: Sendable, Equatable {
  enum Format: String, Sendable { case text, man }

  let topic: HelpTopic
  var format = Format.text
}
