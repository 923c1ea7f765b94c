/// The options of `replay`.
package struct ReplayOptions: Sendable, Equatable {
  package let file: String
  /// The program to replay against; nil for this program.
  package let program: String?
}
