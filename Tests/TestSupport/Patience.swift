/// How long a test waits for something that will come. Only what never comes takes that long: no speed is
/// measured by it, and a machine may be ten times slower than another.
package let patience = Duration.seconds(60)

/// Whether to ask once more for something that will come. Time alone does not tell: where other tests keep
/// every thread busy, whoever asks does not get to run for a minute either, and nor does what is waited for.
package struct Asking {
  private let deadline = ContinuousClock.now + patience
  private var questions = 0

  package init() {}

  package mutating func goesOn() -> Bool {
    questions += 1
    return questions < 1000 || ContinuousClock.now < deadline
  }
}
