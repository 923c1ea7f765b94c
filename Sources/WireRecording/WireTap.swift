/// An observer of connection events that can be switched on and off.
package protocol WireTap: Sendable {
  /// False while it ignores everything, so that a caller need not copy a message for it. Takes one relaxed load.
  var isOn: Bool { get }
  /// Records an event. Does not make it if there is no room for it.
  func put(_ connection: UInt64, _ transport: String, _ content: () -> WireItem.Content)
}
