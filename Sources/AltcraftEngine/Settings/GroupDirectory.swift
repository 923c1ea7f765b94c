import DurableLog

/// The directory of one app group: its settings, and its log. The implementation of the simulation keeps both in
/// memory.
package protocol GroupDirectory: Sendable {
  /// Returns the directory of the log, which is this one.
  func log() throws(StorageFailure) -> any LogDirectory
  /// Throws unless the process can open `count` more descriptors.
  func requireDescriptors(_ count: Int) throws(StorageFailure)
  func makeDirectory(_ name: String) throws(StorageFailure)
  func contents(of name: String, limit: Int) throws(StorageFailure) -> [UInt8]?
  func createFile(_ name: String, holding bytes: [UInt8]) throws(StorageFailure)
  func rename(_ name: String, to newName: String) throws(StorageFailure)
  func remove(_ name: String) throws(StorageFailure)
  func sync() throws(StorageFailure)
}
