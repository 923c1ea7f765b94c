/// The result of one check.
struct Finding: Sendable, Equatable {
  enum Verdict: String, Sendable {
    case ok
    /// Useful information that causes no failure.
    case note
    case problem
  }

  let subject: String
  let verdict: Verdict
  let message: String
  /// Advice on how to fix the problem.
  var remedy: String?

  static func ok(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, verdict: .ok, message: message)
  }

  static func note(_ subject: String, _ message: String, _ remedy: String? = nil) -> Finding {
    Finding(subject: subject, verdict: .note, message: message, remedy: remedy)
  }

  static func problem(_ subject: String, _ message: String, _ remedy: String? = nil) -> Finding {
    Finding(subject: subject, verdict: .problem, message: message, remedy: remedy)
  }

  var isProblem: Bool { verdict == .problem }
}
