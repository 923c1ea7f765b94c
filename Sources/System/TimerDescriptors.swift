import Dispatch

/// The timer descriptors of the runtime. It opens them with the first timer of each clock, and ends the
/// process if it cannot. They are therefore opened at the start, before requests can use up all descriptors.
package enum TimerDescriptors {
  /// Requests the timers and returns at once; the descriptors are open shortly afterwards.
  package static func open() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
    Task { try? await ContinuousClock().sleep(for: .milliseconds(1)) }
  }
}
