import AltcraftEngine
import Synchronization

/// The connections that are asked about notifications: the latest to register, for each matter.
final class NotificationReceivers: Sendable {
  enum Matter: Sendable, Hashable { case foreground, click }

  struct Receiver: Sendable {
    let session: Session
    /// True if its answer decides; otherwise it is only notified.
    let decides: Bool
  }

  private struct Place {
    let id: ConnectionID
    weak var session: Session?
    let decides: Bool
  }

  private let places = Mutex<[Matter: Place]>([:])

  subscript(matter: Matter) -> Receiver? {
    places.withLock { places in
      guard let place = places[matter], let session = place.session else { return nil }
      return Receiver(session: session, decides: place.decides)
    }
  }

  func set(_ session: Session, decides: Bool, for matter: Matter) {
    places.withLock {
      $0[matter] = Place(id: session.id, session: session, decides: decides)
    }
  }

  func forget(_ connection: ConnectionID) {
    places.withLock { places in places = places.filter { $0.value.id != connection } }
  }
}
