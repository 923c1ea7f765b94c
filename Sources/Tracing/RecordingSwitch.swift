import Synchronization

/// A switch of a recorder. Those whose data it records check it before they copy anything, so that a recorder which is
/// off costs them one relaxed load.
package final class RecordingSwitch: Sendable {
  private let state: Atomic<Bool>

  package init(isOn: Bool = false) { state = Atomic(isOn) }

  package var isOn: Bool { state.load(ordering: .relaxed) }

  package func set(_ isOn: Bool) { state.store(isOn, ordering: .relaxed) }
}
