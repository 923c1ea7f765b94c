import Glibc
import System

/// The segment files of a running journal, which this class creates, opens and removes.
final class SegmentStore: Sendable {
  /// The number of files kept open for reading. An outbox of the default size has about as many segments.
  private static let openReaders = 20
  /// The bytes of zeros that are written to a spare at once.
  private static let pieceBytes = 256 << 10

  let directory: any LogDirectory
  let id: LogID
  private let segmentBytes: Int
  /// The bytes of the reserve, of the first spare, and of the spares that a nearly full disk has room for.
  private let smallBytes: Int
  private let state = Monitor(State())

  private struct State {
    /// The spares. All but the space that `Remainder` leaves may become segments.
    var preallocated: [PreallocatedSegment] = []
    /// The spare that only a cleaning or a checkpoint may take.
    var reserve: PreallocatedSegment?
    /// The bytes of the spare that is being filled.
    var filling: Int?
    var temporaries = 0
    var readers: [UInt64: any LogFile] = [:]

    var spareBytes: Int { preallocated.reduce(filling ?? 0) { $0 + $1.capacity } }

    /// Returns true for a spare of at least `bytes` bytes that leaves as much space, or a whole segment, in others.
    private func leavesRoom(
      _ bytes: Int, _ segmentBytes: Int
    ) -> (PreallocatedSegment) -> Bool {
      let total = spareBytes
      return {
        $0.capacity >= bytes && total - $0.capacity >= min($0.capacity, segmentBytes)
      }
    }

    func hasSpare(of bytes: Int, leaving segmentBytes: Int) -> Bool {
      preallocated.contains(where: leavesRoom(bytes, segmentBytes))
    }

    mutating func take(of bytes: Int, leaving segmentBytes: Int) -> PreallocatedSegment? {
      take(leavesRoom(bytes, segmentBytes))
    }

    /// Takes a spare: a filled one, or else the newest.
    mutating func take(_ isSuitable: (PreallocatedSegment) -> Bool) -> PreallocatedSegment? {
      let index =
        preallocated.lastIndex { $0.isFilled && isSuitable($0) }
        ?? preallocated.lastIndex(where: isSuitable)
      return index.map { preallocated.remove(at: $0) }
    }
  }

  /// The preallocated space that remains when a segment begins.
  enum Remainder {
    /// As much as the new segment has, up to the length of a segment, for the ends of its jobs; and the reserve.
    case ends
    /// The reserve.
    case reserve
    /// None: the segment is the first step of a cleaning, which frees space.
    case nothing
  }

  init(_ directory: any LogDirectory, id: LogID, segmentBytes: Int, smallBytes: Int) {
    self.directory = directory
    self.id = id
    self.segmentBytes = segmentBytes
    self.smallBytes = smallBytes
  }

  var spareCount: Int { state.withLock { $0.preallocated.count + ($0.filling == nil ? 0 : 1) } }
  var spareBytes: Int { state.withLock { $0.spareBytes } }
  var hasUnfilledSpare: Bool { state.withLock { $0.preallocated.contains { !$0.isFilled } } }
  private var hasReserve: Bool { state.withLock { $0.reserve != nil } }

  /// Makes a spare: a small one for the first segment, or if the disk has no room for another.
  func makeSpare(of bytes: Int = 0, isFirst: Bool = false) throws(FileError) {
    giveBack(try newSpare(ofAtLeast: bytes, isSmall: isFirst))
  }

  private func newSpare(
    ofAtLeast bytes: Int, isSmall: Bool = false
  ) throws(FileError) -> PreallocatedSegment {
    if !isSmall, segmentBytes > smallBytes {
      do throws(FileError) { return try newSpare(of: max(bytes, segmentBytes)) } catch {
        guard error.isFull else { throw error }
      }
    }
    return try newSpare(of: max(bytes, smallBytes))
  }

  /// Makes the reserve, and with it the first spare, as far as they are missing.
  func restoreReserve() throws(FileError) {
    if !hasReserve {
      let reserve = try newSpare(of: smallBytes)
      state.withLock { $0.reserve = reserve }
    }
    if spareCount == 0 { try makeSpare(isFirst: true) }
  }

  /// Makes spares until one of at least `bytes` bytes can become the segment of new jobs.
  func makeRoom(of bytes: Int = 0) throws(FileError) {
    try restoreReserve()
    while !state.withLock({ $0.hasSpare(of: bytes, leaving: segmentBytes) }) {
      try makeSpare(of: bytes)
    }
  }

  /// Takes an existing spare, if there is one.
  func takeSpare(of bytes: Int = 0) -> PreallocatedSegment? {
    state.wait { state -> Waiting<PreallocatedSegment?> in
      if state.preallocated.isEmpty, state.filling != nil { return .until(.never) }
      return .done(state.take { $0.capacity >= bytes })
    }
  }

  /// Takes a spare of at least `bytes` bytes that leaves that remainder, and makes spares if necessary.
  func takeOrMakeSpare(
    of bytes: Int = 0, leaving remainder: Remainder
  ) throws(FileError) -> PreallocatedSegment {
    switch remainder {
    case .ends:
      while true {
        try makeRoom(of: bytes)
        if let spare = state.withLock({ $0.take(of: bytes, leaving: segmentBytes) }) {
          return spare
        }
      }
    case .reserve:
      if let spare = takeSpare(of: bytes) { return spare }
      return try newSpare(ofAtLeast: bytes)
    case .nothing:
      if let spare = takeSpare(of: bytes) { return spare }
      do throws(FileError) { return try newSpare(ofAtLeast: bytes) } catch {
        let reserve = state.withLock { state -> PreallocatedSegment? in
          guard let reserve = state.reserve, reserve.capacity >= bytes else { return nil }
          state.reserve = nil
          return reserve
        }
        guard let reserve else { throw error }
        return reserve
      }
    }
  }

  /// Returns a spare to the store. Nothing but zeros may have been written to it.
  func giveBack(_ preallocated: PreallocatedSegment) {
    state.withLock { $0.preallocated.append(preallocated) }
  }

  /// Overwrites the next piece of a spare with zeros, and waits until the disk has taken it, so that a sync of records
  /// waits for one piece at most. Returns true if the spare has further pieces. Removes a spare that cannot be filled.
  func fillPiece() -> Bool {
    let unfilled = state.withLock { state -> PreallocatedSegment? in
      // Prefer the spare with the most zeros.
      let index = state.preallocated.indices.filter { !state.preallocated[$0].isFilled }
        .max { state.preallocated[$0].zeros < state.preallocated[$1].zeros }
      guard state.filling == nil, let index else { return nil }
      state.filling = state.preallocated[index].capacity
      return state.preallocated.remove(at: index)
    }
    guard var preallocated = unfilled else { return false }
    var (isLost, isContinued) = (false, false)
    do throws(FileError) {
      let start = preallocated.zeros
      let piece = start..<min(start + Self.pieceBytes, preallocated.capacity)
      try preallocated.file.writeAll([UInt8](repeating: 0, count: piece.count), at: start)
      try preallocated.file.writeBack(piece)
      preallocated.zeros = piece.upperBound
      if preallocated.isFilled {
        try preallocated.file.syncAll()
        isContinued = makesLongSpare(besides: preallocated)
      }
    } catch {
      discard(preallocated)
      isLost = true
    }
    state.update { [isLost] state in
      state.filling = nil
      if !isLost { state.preallocated.append(preallocated) }
    }
    return !isLost && (!preallocated.isFilled || isContinued)
  }

  /// Makes a spare of the usual length, if the small one of the beginning is the only one. On a full disk the segments stay
  /// small.
  private func makesLongSpare(besides filled: PreallocatedSegment) -> Bool {
    guard filled.capacity < segmentBytes, state.withLock({ $0.preallocated.isEmpty }) else {
      return false
    }
    do throws(FileError) { giveBack(try newSpare(of: segmentBytes)) } catch { return false }
    return true
  }

  /// Removes a spare. A spare that cannot be removed now is removed by the next start.
  func discard(_ preallocated: PreallocatedSegment) {
    _ = Result { () throws(FileError) in try directory.remove(preallocated.name) }
  }

  func discardSpares() {
    while let preallocated = takeSpare() { discard(preallocated) }
    let reserve = state.withLock { state in
      defer { state.reserve = nil }
      return state.reserve
    }
    if let reserve { discard(reserve) }
  }

  /// Turns a spare into the empty segment that `header` describes.
  func publish(_ preallocated: PreallocatedSegment, as header: SegmentHeader) throws(FileError) {
    do throws(FileError) {
      try preallocated.file.writeAll(header.opening, at: 0)
      try preallocated.file.syncAll()
    } catch {
      discard(preallocated)
      throw error
    }
    try publish(preallocated, as: header.firstSequence)
  }

  /// Gives a written and synced file its final name. After an error the file may have it or not.
  func publish(_ preallocated: PreallocatedSegment, as firstSequence: UInt64) throws(FileError) {
    try directory.rename(preallocated.name, to: SegmentName.name(firstSequence))
    try directory.sync()
  }

  /// Removes the unfinished files of earlier processes.
  func removeTemporaries() {
    do throws(FileError) {
      for name in try directory.list() where name.hasSuffix(".tmp") { try directory.remove(name) }
    } catch {
      // Leftover files do no harm: names are tried until a free one is found.
    }
  }

  func reader(_ segment: UInt64) throws(FileError) -> any LogFile {
    if let reader = state.withLock({ $0.readers[segment] }) { return reader }
    let reader = try directory.open(SegmentName.name(segment))
    state.withLock { state in
      if state.readers.count >= Self.openReaders, let other = state.readers.keys.first {
        state.readers[other] = nil
      }
      state.readers[segment] = reader
    }
    return reader
  }

  /// Closes the files that are open for reading. `reader` opens them again.
  func closeReaders() { state.withLock { $0.readers = [:] } }

  /// Removes segments, lowest first, and returns those that still exist.
  func remove(_ segments: [UInt64]) -> [UInt64] {
    guard !segments.isEmpty else { return [] }
    state.withLock { state in for segment in segments { state.readers[segment] = nil } }
    var remaining = segments.sorted()
    do throws(FileError) {
      while let lowest = remaining.first {
        do throws(FileError) {
          try directory.remove(SegmentName.name(lowest))
        } catch {
          guard error.code == ENOENT else { throw error }
        }
        remaining.removeFirst()
      }
      try directory.sync()
    } catch {
      // They are superseded, so keeping them only costs space.
    }
    return remaining
  }

  /// Frees the space behind the records of a segment that a killed process had preallocated. Returns the new
  /// length of the file.
  func truncate(_ segment: SegmentFile) -> Int {
    guard let end = segment.end, end < segment.size else { return segment.size }
    do throws(FileError) {
      try directory.truncate(segment.name, to: end)
      return end
    } catch {
      // A failure only costs space.
      return segment.size
    }
  }

  /// Creates a file of `bytes` bytes that is to become a segment.
  func newSpare(of bytes: Int) throws(FileError) -> PreallocatedSegment {
    while true {
      let name = state.withLock { state in
        state.temporaries += 1
        return "\(state.temporaries).tmp"
      }
      do throws(FileError) {
        let file = try directory.create(name)
        let preallocated = PreallocatedSegment(name: name, file: file, capacity: bytes)
        do throws(FileError) {
          try file.preallocate(bytes)
          return preallocated
        } catch {
          discard(preallocated)
          throw error
        }
      } catch {
        // A file of this name is left over: its removal at the start failed.
        guard error.code == EEXIST else { throw error }
      }
    }
  }
}

/// A preallocated file that can become a segment. With it, even a full disk has space for the records that
/// free space.
struct PreallocatedSegment: Sendable {
  let name: String
  let file: any LogFile
  let capacity: Int
  /// The number of bytes at the start of the file that were overwritten with zeros.
  var zeros = 0

  /// True if the whole file was overwritten with zeros. Later syncs are then cheaper: they need not mark space as used.
  var isFilled: Bool { zeros == capacity }
}
