/// The options of the commands that show a running bridge: `status`, `top` and `endpoint`.
package struct InspectOptions: Sendable, Equatable {
  package enum Format: String, Sendable { case text, json }

  package let format: Format
  package let destination: Destination
}
