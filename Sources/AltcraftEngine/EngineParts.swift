import DurableLog
import HTTP

/// The components of an engine.
package struct EngineParts: Sendable {
  package var environment: Environment
  package var limits: Limits
  package var kinds: [JobKind]
  package var http: any HTTPClient
  package var log: Log
  package var durability: Durability
  package var allowsInsecureHTTP: Bool
  /// Opens the directory of an app group, created if it is missing.
  package var directory: @Sendable (AppGroupName) throws(StorageFailure) -> any GroupDirectory
  /// The permission that holds for all app groups; nil if nothing stores it.
  package var permissionFile: PermissionFile?
  /// Sets the log level, if a configuration has one.
  package var setLogLevel: @Sendable (Log.Level) -> Void
  /// Receives the result of each request to the platform.
  package var httpReport: HTTPObserver.Report?
  /// Receives progress while the outbox of a group is read, which takes long with many pending jobs.
  package var recoveryProgress: (@Sendable (RecoveryProgress) -> Void)?

  package init(
    environment: Environment, limits: Limits, kinds: [JobKind], http: any HTTPClient, log: Log,
    durability: Durability, allowsInsecureHTTP: Bool,
    directory: @escaping @Sendable (AppGroupName) throws(StorageFailure) -> any GroupDirectory,
    setLogLevel: @escaping @Sendable (Log.Level) -> Void
  ) {
    self.environment = environment
    self.limits = limits
    self.kinds = kinds
    self.http = http
    self.log = log
    self.durability = durability
    self.allowsInsecureHTTP = allowsInsecureHTTP
    self.directory = directory
    self.setLogLevel = setLogLevel
  }
}
