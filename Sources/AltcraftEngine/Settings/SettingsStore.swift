import Glibc
import JSONCodec

/// The file `config.json` of an app group. A new version is written next to the old one and replaces it when
/// it is on disk, so that a crash leaves one of the two, complete. One caller at a time.
package struct SettingsStore: Sendable {
  private let directory: any GroupDirectory

  package init(directory: any GroupDirectory) {
    self.directory = directory
  }

  package struct Loaded: Sendable {
    package let settings: Settings
    /// The reason the stored configuration is not allowed in this process, as one for `http` without
    /// `--allow-insecure-http`. `settings.configuration` is then nil, and the file unchanged.
    package let refusal: ConfigurationFailure?
  }

  /// Loads the settings; empty ones if there is no file. A damaged file is moved to `quarantine/`, where it
  /// replaces the previous one, and `.damaged` reports it once; the next load finds no file.
  package func load(allowsInsecureHTTP: Bool) throws(SettingsError) -> Loaded {
    guard let bytes = try contents() else { return Loaded(settings: Settings(), refusal: nil) }
    var refusal: ConfigurationFailure?
    guard let document = try? JSONParser.parse(bytes, limits: .generous),
      let settings = Settings(
        document.value, allowsInsecureHTTP: allowsInsecureHTTP, refusal: &refusal)
    else { throw .damaged(isInQuarantine: quarantine()) }
    return Loaded(settings: settings, refusal: refusal)
  }

  /// Saves the settings. They are on disk when this returns. When it throws, the file is unchanged; if only
  /// the last sync failed, it may be old or new.
  package func save(_ settings: Settings) throws(SettingsError) {
    let bytes = settings.json.bytes
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge(max: Self.sizeLimit) }
    do throws(StorageFailure) {
      try directory.remove(Self.temporaryName)
      try directory.createFile(Self.temporaryName, holding: bytes)
      try directory.rename(Self.temporaryName, to: Self.fileName)
      try directory.sync()
    } catch {
      throw .storage(error)
    }
  }

  /// Removes the file, a partial new one that a crash left, and its copy in quarantine. Each may be missing.
  package func remove() throws(SettingsError) {
    do throws(StorageFailure) {
      try directory.remove(Self.fileName)
      try directory.remove(Self.temporaryName)
      try directory.remove(Self.quarantineName)
      try directory.sync()
    } catch {
      throw .storage(error)
    }
  }

  private func contents() throws(SettingsError) -> [UInt8]? {
    do throws(StorageFailure) {
      return try directory.contents(of: Self.fileName, limit: Self.sizeLimit)
    } catch {
      throw .storage(error)
    }
  }

  private func quarantine() -> Bool {
    do throws(StorageFailure) {
      try directory.makeDirectory("quarantine")
      try directory.rename(Self.fileName, to: Self.quarantineName)
      try directory.sync()
      return true
    } catch {
      return false
    }
  }

  private static let fileName = "config.json"
  private static let temporaryName = "config.json.new"
  private static let quarantineName = "quarantine/config.json"
  /// The maximum size of the file, for writing and reading. At the standard limits the configuration of one
  /// message, a token and all stored values together are smaller.
  private static let sizeLimit = 4 * 1024 * 1024
}

package enum SettingsError: Error, Sendable, Equatable {
  case storage(StorageFailure)
  /// The settings have more bytes of JSON than their file may have. Nothing was written.
  case tooLarge(max: Int)
  /// The content cannot be read. If the file could not be moved into quarantine, it is still in place.
  case damaged(isInQuarantine: Bool)
}
