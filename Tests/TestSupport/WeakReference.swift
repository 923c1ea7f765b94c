/// A reference that does not keep its object alive, for tests of lifetimes.
package struct WeakReference: @unchecked Sendable {
  // Unchecked: never assigned after the initialization, and the runtime loads it atomically.
  private weak var object: AnyObject?

  package init(_ object: AnyObject) {
    self.object = object
  }

  package var isGone: Bool { object == nil }
}
