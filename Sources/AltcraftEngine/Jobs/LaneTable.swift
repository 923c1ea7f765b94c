/// The lanes by number. Those with an order are in an array: each acceptance and each release looks at one of them, and a
/// dictionary would hash its number and copy the lane.
struct LaneTable: Sendable {
  /// The place of a lane with an order. The lane of a free place is empty.
  private struct Place {
    var isFree = true
    var lane = Lane(user: 0)
  }

  /// The parts of a lane that are read without a copy of its queues.
  struct Glance {
    let status: Lane.Status
    /// The first job that does not stand aside.
    let first: Job.ID?
    let hasAside: Bool
  }

  private var places: [Place] = []
  private var own: [LaneID: Lane] = [:]

  func glance(_ id: LaneID) -> Glance? {
    guard let place = id.place else { return own[id].map { Self.glance($0) } }
    guard place < places.count, !places[place].isFree else { return nil }
    return Self.glance(places[place].lane)
  }

  @inline(__always)
  private static func glance(_ lane: borrowing Lane) -> Glance {
    Glance(status: lane.status, first: lane.queue.first, hasAside: !lane.aside.isEmpty)
  }

  /// Adds a job to a lane in the table.
  mutating func add(_ id: Job.ID, hasPriority: Bool, to lane: LaneID) {
    guard let place = lane.place else {
      own[lane]?.add(id, hasPriority: hasPriority)
      return
    }
    places[place].lane.add(id, hasPriority: hasPriority)
  }

  subscript(id: LaneID) -> Lane? {
    get {
      guard let place = id.place else { return own[id] }
      return place < places.count && !places[place].isFree ? places[place].lane : nil
    }
    _modify {
      guard let place = id.place else {
        yield &own[id]
        return
      }
      while places.count <= place { places.append(Place()) }
      var lane = places[place].isFree ? nil : places[place].lane
      // No second reference to the queues: a change would copy them.
      places[place] = Place()
      defer {
        if let lane {
          places[place] = Place(isFree: false, lane: lane)
        } else {
          while places.last?.isFree == true { places.removeLast() }
        }
      }
      yield &lane
    }
  }

  /// The number of lanes there is room for.
  var capacity: Int { places.count + own.count }

  var all: [(id: LaneID, lane: Lane)] {
    places.enumerated().compactMap { place, value in
      value.isFree ? nil : (LaneID(place: place), value.lane)
    } + own.map { ($0.key, $0.value) }
  }
}
