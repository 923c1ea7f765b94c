/// An attempt that ended without an answer of the platform: the step that failed, and whose part it was.
package struct TransportFailure: Sendable, Equatable {
  package enum Step: String, Sendable, CaseIterable {
    /// libcurl itself: it is missing, or has no memory.
    case libcurl
    /// The request is not fit to be sent. Nothing has left this process.
    case request
    /// The resolver: the name has no address.
    case resolve
    /// The connection to the platform.
    case connect
    /// The proxy: it cannot be reached, refuses the tunnel, or demands a password.
    case proxy
    /// The handshake with the platform, and its certificate.
    case tls
    /// The platform, or something on the way to it: the connection was made, but no answer came.
    case answer
  }

  package let step: Step
  /// The host and the port that the step was about, without a password; empty for `libcurl`.
  package let peer: String
  package let reason: String

  package init(_ step: Step, _ peer: String, _ reason: String) {
    self.step = step
    self.peer = peer
    self.reason = reason
  }

  /// The text for people: `tls shop.example:443: certificate has expired`. It contains no secret.
  package var message: String {
    "\(step.rawValue)\(peer.isEmpty ? "" : " " + peer): \(reason)"
  }
}
