/// The options of `platform`.
package struct PlatformOptions: Sendable, Equatable {
  package let listen: LoopbackAddress
  package let script: String?
  /// The file that keeps the state over restarts; nil keeps it in memory only.
  package var stateFile: String?
  /// True to print a line for each request even if the output is not a terminal.
  package var isVerbose = false
  /// The process whose end stops the platform.
  package var parentPid: Int32?
}
