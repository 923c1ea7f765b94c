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
