/// The result of a request to the host.
package enum HostAnswer: Sendable, Equatable {
  /// An answer. An empty text counts as none.
  case value(String)
  case none
  /// The time limit passed.
  case timedOut
}
