import JSONCodec

/// The stored state of an app group besides its outbox. `SettingsStore` writes every change as a whole.
package struct Settings: Sendable, Equatable {
  package var configuration: Configuration? {
    didSet { authenticationMode = configuration?.authenticationMode }
  }
  /// The authentication mode of the configuration, which is too large to copy for each call.
  private(set) var authenticationMode: Configuration.AuthenticationMode?
  /// The token set by `setPushToken`.
  package var manualToken: PushToken?
  /// The user's permission to show notifications; nil until the host sets it, which counts as granted.
  package var permission: Bool?
  /// The last of the jobs that a change of the rToken cleared. Stored with the new configuration,
  /// so that after a crash between the two no job is sent with the wrong token.
  package var clearedThrough: UInt64?
  /// The epoch of the outbox when the settings were written. Settings of an earlier epoch are from before a
  /// `clear`.
  package var epoch: UInt64 = 0
  /// The values of `setUserDefaultsValue`: suite name, then key.
  package private(set) var userDefaults: JSONObject = [:]

  /// The numbers of events that the configuration asks for.
  var numbering: EventNumbering { configuration?.eventCodes ?? .current }

  /// The settings after a `clear`: a user who has refused notifications has still refused them.
  var cleared: Settings {
    var cleared = Settings()
    if permission == false { cleared.permission = false }
    return cleared
  }

  package init(configuration: Configuration? = nil, manualToken: PushToken? = nil) {
    self.configuration = configuration
    self.manualToken = manualToken
    authenticationMode = configuration?.authenticationMode
  }

  /// Returns a value; nil if it was never set.
  package func userDefault(suite: String, key: String) -> JSON? {
    userDefaults[suite]?[key]
  }

  /// Sets a value. `null` removes it; a blank key is ignored.
  package mutating func setUserDefault(_ value: JSON, suite: String, key: String)
    throws(UserDefaultsFailure)
  {
    guard !key.allSatisfy(\.isWhitespace) else { return }
    guard value.bytes.count <= Self.valueLimit else { throw .valueTooLarge }
    // `.none` is written out: a bare `nil` would be the value JSON null, and would be kept.
    var members = userDefaults[suite]?.objectValue ?? [:]
    members[key] = value.isNull ? .none : .some(value)
    var changed = userDefaults
    changed[suite] = members.isEmpty ? .none : .some(.object(members))
    guard JSON.object(changed).bytes.count <= Self.userDefaultsLimit else {
      throw .full
    }
    userDefaults = changed
  }

  /// The maximum size in bytes of JSON, of one value and of all values of a group.
  package static let valueLimit = 64 * 1024
  package static let userDefaultsLimit = 1024 * 1024
}

package enum UserDefaultsFailure: Error, Sendable, Equatable {
  case valueTooLarge
  /// All values together would exceed `Settings.userDefaultsLimit`.
  case full
}

// The content of `config.json`. It contains secrets.
extension Settings {
  var json: JSON {
    var members: JSONObject = [
      "format": .int(Self.format),
      "configuration": configuration?.json ?? .null,
      "pushToken": manualToken.map {
        ["provider": .string($0.provider.rawValue), "token": .string($0.token.reveal())]
      } ?? .null,
      "clearedThrough": .optional(clearedThrough), "epoch": .int(epoch),
      "userDefaults": .object(userDefaults),
    ]
    members["permission"] = permission.map(JSON.bool)
    return .object(members)
  }

  /// Parses the output of `json`. Nil for anything else.
  init?(_ json: JSON, allowsInsecureHTTP: Bool, refusal: inout ConfigurationFailure?) {
    guard json["format"]?.intValue == Self.format, let stored = json["configuration"],
      let token = json["pushToken"], let userDefaults = json["userDefaults"]?.objectValue
    else { return nil }
    if !stored.isNull {
      do throws(ConfigurationFailure) {
        configuration = try Configuration.decode(stored, allowsInsecureHTTP: allowsInsecureHTTP)
      } catch {
        refusal = error
      }
      authenticationMode = configuration?.authenticationMode
    }
    if !token.isNull {
      guard let provider = token["provider"]?.stringValue.flatMap(PushProvider.init(name:)),
        let text = token["token"]?.stringValue
      else { return nil }
      manualToken = PushToken(provider: provider, token: text)
    }
    permission = json["permission"]?.boolValue
    clearedThrough = json["clearedThrough"]?.numberValue?.uint64
    epoch = json["epoch"]?.numberValue?.uint64 ?? 0
    self.userDefaults = userDefaults
  }

  private static let format = 1
}
