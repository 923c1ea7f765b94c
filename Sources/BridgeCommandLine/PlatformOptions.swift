/// The options of `platform`.
package struct PlatformOptions: Sendable, Equatable {
  package let listen: LoopbackAddress
  package let script: String?
  /// The process whose end stops the platform.
  package var parentPid: Int32?
}
