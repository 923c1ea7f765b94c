import AltcraftEngine
import Synchronization

/// The connections that are asked about notifications: the latest registration, for each matter.
final class NotificationReceivers: Sendable {
  enum Matter: Sendable, Hashable, CaseIterable { case foreground, click }

  struct Receiver: Sendable {
    let session: Session
    /// True if its answer decides; otherwise it is only notified.
    let decides: Bool
  }

  private struct Place {
    weak var session: Session?
    let decides: Bool
  }

  private let places = Mutex<[Matter: RegistrationStack<Place>]>([:])

  subscript(matter: Matter) -> Receiver? {
    places.withLock { places in
      guard let place = places[matter]?.current, let session = place.session else { return nil }
      return Receiver(session: session, decides: place.decides)
    }
  }

  func set(_ session: Session, decides: Bool, for matter: Matter) {
    places.withLock {
      $0[matter, default: RegistrationStack()].register(
        Place(session: session, decides: decides), by: session.id)
    }
  }

  func forget(_ connection: ConnectionID) {
    places.withLock { for matter in Matter.allCases { $0[matter]?.forget(connection) } }
  }
}
