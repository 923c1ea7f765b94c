/// The context of a simulated request: its credentials, and the settings and the sender of the platform.
struct SimulatedRequestContext {
  let credentials: SimulatedCredentials
  let settings: PlatformSettings
  let sending: Sending
  var limits: SimulatorLimits { sending.limits }

  /// The database that the credentials select.
  var database: Int64 {
    switch credentials {
    case .resourceToken: settings.resourceTokenDatabase
    case .person(let person): person.database
    }
  }

  /// Returns the key of the profile that the credentials select. A resource token knows only the push
  /// subscription.
  func key(push: ProfileKey?) -> ProfileKey? {
    switch credentials {
    case .resourceToken: push
    case .person(let person): person.key
    }
  }
}
