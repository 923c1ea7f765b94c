import Dispatch

/// The descriptors that the runtime opens for timers. It opens them with the first timer of each clock, and ends
/// the process where it cannot. So they are opened at the start, before requests can take all there are.
enum TimerDescriptors {
  /// Returns at once; they are open a moment later.
  static func open() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
    Task { try? await ContinuousClock().sleep(for: .milliseconds(1)) }
  }
}
