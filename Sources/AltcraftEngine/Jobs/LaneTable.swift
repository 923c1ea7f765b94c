/// The lanes by number. Those with an order are in an array: each acceptance and each release looks up one of them, and a
/// dictionary would hash its number and copy the lane.
struct LaneTable: Sendable {
  private var ordered: [Lane?] = []
  private var own: [LaneID: Lane] = [:]

  subscript(id: LaneID) -> Lane? {
    _read {
      if let place = id.place {
        if place < ordered.count { yield ordered[place] } else { yield nil }
      } else {
        yield own[id]
      }
    }
    _modify {
      if let place = id.place {
        while ordered.count <= place { ordered.append(nil) }
        yield &ordered[place]
      } else {
        yield &own[id]
      }
    }
  }

  /// The number of lanes there is room for.
  var capacity: Int { ordered.count + own.count }

  var all: [(id: LaneID, lane: Lane)] {
    ordered.enumerated().compactMap { place, lane in lane.map { (LaneID(place: place), $0) } }
      + own.map { ($0.key, $0.value) }
  }

  mutating func remove(_ id: LaneID) -> Lane? {
    guard id.place == nil else {
      defer { self[id] = nil }
      return self[id]
    }
    return own.removeValue(forKey: id)
  }
}
