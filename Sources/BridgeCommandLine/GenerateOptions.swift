/// The options of `generate`.
package struct GenerateOptions: Sendable, Equatable {
  /// The name of a language in `ClientLanguage.all`.
  package let language: String
  package let directory: String
  /// The schema file; nil for the interface of this version.
  package let schema: String?
}
