import JSONCodec

/// The file `permission.json` of the data directory: the permission to show notifications that the host set last. It
/// holds for every app group, because it belongs to the device: a host that starts with another group must not
/// subscribe a user who refused.
package struct PermissionFile: Sendable {
  private let directory: Directory

  package init(in directory: Directory) {
    self.directory = directory
  }

  /// Returns the stored permission; nil if the host has never set one. A file that cannot be read counts as a denial.
  func load() -> Bool? {
    do throws(StorageFailure) {
      guard let bytes = try directory.contents(of: Self.name, limit: 1024) else { return nil }
      return (try? JSONParser.parse(bytes))?.value["granted"]?.boolValue ?? false
    } catch {
      return false
    }
  }

  /// Stores the permission, if it is another one.
  func save(_ isGranted: Bool) throws(StorageFailure) {
    guard load() != isGranted else { return }
    let content: JSON = ["granted": .bool(isGranted)]
    try directory.remove(Self.newName)
    try directory.createFile(Self.newName, holding: content.bytes)
    try directory.rename(Self.newName, to: Self.name)
    try directory.sync()
  }

  private static let name = "permission.json"
  private static let newName = "permission.json.new"
}
