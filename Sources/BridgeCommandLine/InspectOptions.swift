/// The options of the commands that show a running bridge: `status`, `top` and `endpoint`.
package struct InspectOptions: Sendable, Equatable {
  package enum Format: String, Sendable { case text, json }

  package let format: Format
  /// True if only the readiness is wanted, as a probe of a container asks for it.
  package var isProbe = false
  package let destination: Destination
}
