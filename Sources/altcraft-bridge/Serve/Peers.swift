import AltcraftEngine
import AltcraftMethods
import JSONRPC
import Synchronization
import Transports

/// The open connections.
final class Peers: Sendable {
  private struct Item {
    let peer: Peer
    let session: Session
    let connection: Connection
  }

  private struct State {
    /// The connections by their number.
    var items: [UInt64: Item] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  func nextID() -> ConnectionID {
    state.withLock { state in
      state.last += 1
      return ConnectionID(state.last)
    }
  }

  func add(_ id: ConnectionID, _ peer: Peer, _ session: Session, _ connection: Connection) {
    state.withLock {
      $0.items[id.value] = Item(peer: peer, session: session, connection: connection)
    }
  }

  func remove(_ id: ConnectionID) { state.withLock { $0.items[id.value] = nil } }

  func session(_ id: ConnectionID) -> Session? { state.withLock { $0.items[id.value]?.session } }

  func connection(_ id: ConnectionID) -> Connection? {
    state.withLock { $0.items[id.value]?.connection }
  }

  var all: [Peer] { state.withLock { $0.items.values.map(\.peer) } }
}
