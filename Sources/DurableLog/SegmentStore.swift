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
  private let state = Monitor(State())

  private struct State {
    var preallocated: [PreallocatedSegment] = []
    var isFilling = false
    var temporaries = 0
    var readers: [UInt64: any LogFile] = [:]
  }

  init(_ directory: any LogDirectory, id: LogID, segmentBytes: Int) {
    self.directory = directory
    self.id = id
    self.segmentBytes = segmentBytes
  }

  var spareCount: Int { state.withLock { $0.preallocated.count + ($0.isFilling ? 1 : 0) } }
  var hasUnfilledSpare: Bool { state.withLock { $0.preallocated.contains { !$0.isFilled } } }

  func makeSpare() throws(FileError) {
    let preallocated = try newSpare(of: segmentBytes)
    giveBack(preallocated)
  }

  /// Takes an existing spare, if there is one: a filled one, or else the newest.
  func takeSpare() -> PreallocatedSegment? {
    state.wait { state -> Waiting<PreallocatedSegment?> in
      if state.preallocated.isEmpty && state.isFilling { return .until(.never) }
      let index = state.preallocated.lastIndex(where: \.isFilled) ?? state.preallocated.indices.last
      return .done(index.map { state.preallocated.remove(at: $0) })
    }
  }

  /// Takes a spare of at least `bytes` bytes, and makes one if necessary.
  func takeOrMakeSpare(of bytes: Int = 0) throws(FileError) -> PreallocatedSegment {
    if bytes <= segmentBytes, let preallocated = takeSpare() { return preallocated }
    return try newSpare(of: max(bytes, segmentBytes))
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
      guard !state.isFilling, let index else { return nil }
      state.isFilling = true
      return state.preallocated.remove(at: index)
    }
    guard var preallocated = unfilled else { return false }
    var isLost = false
    do throws(FileError) {
      let start = preallocated.zeros
      let piece = start..<min(start + Self.pieceBytes, preallocated.capacity)
      try preallocated.file.writeAll([UInt8](repeating: 0, count: piece.count), at: start)
      try preallocated.file.writeBack(piece)
      preallocated.zeros = piece.upperBound
      if preallocated.isFilled { try preallocated.file.syncAll() }
    } catch {
      discard(preallocated)
      isLost = true
    }
    state.update { [isLost] state in
      state.isFilling = false
      if !isLost { state.preallocated.append(preallocated) }
    }
    return !isLost && !preallocated.isFilled
  }

  /// Removes a spare. A spare that cannot be removed now is removed by the next start.
  func discard(_ preallocated: PreallocatedSegment) {
    _ = Result { () throws(FileError) in try directory.remove(preallocated.name) }
  }

  func discardSpares() {
    while let preallocated = takeSpare() { discard(preallocated) }
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
