import JSONCodec

/// The options of `call`.
package struct CallOptions: Sendable, Equatable {
  package let method: String
  /// The parameters; nil for a call without them.
  package let params: JSON?
  /// The member of the result to print; nil for all of it.
  package var field: String?
  package let destination: Destination
}
