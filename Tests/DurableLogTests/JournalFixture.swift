import DurableLog
import Foundation
import Synchronization
import TestSupport
import Testing

/// A record as a test remembers it.
struct Entry: Hashable {
  let sequence: UInt64
  let kind: RecordKind
  let epoch: UInt64
  let payload: [UInt8]
}

extension JournalOptions {
  /// Segments that fill up after a few records, and files that a test can change at every byte.
  static let small = JournalOptions(segmentBytes: 1024, recordBytes: 512)
}

/// Opens a journal and collects the records that it reads.
func openJournal(
  _ directory: any LogDirectory, _ options: JournalOptions = .small
) throws -> (journal: Journal, recovery: Recovery, entries: [Entry]) {
  var entries: [Entry] = []
  let (journal, recovery) = try Journal.open(directory, options) { entries.append(Entry($0)) }
  return (journal, recovery, entries)
}

extension Entry {
  init(_ record: Record) {
    self.init(
      sequence: record.sequence.value, kind: record.kind, epoch: record.epoch,
      payload: Array(record.payload))
  }
}

/// Returns text without a zero byte, like real payloads: 10 to about 60 bytes, different for each `number`.
func payload(_ number: Int) -> [UInt8] {
  Array("record \(number) ".utf8) + Array(repeating: UInt8(ascii: "x"), count: number * 7 % 50)
}

extension Journal {
  /// Appends puts with the payloads of `numbers`, commits, and returns them.
  @discardableResult
  func write(_ numbers: Range<Int>, epoch: UInt64 = 1) throws -> [Entry] {
    let entries = try numbers.map { number in
      let (sequence, _) = try append(.put, epoch: epoch, payload(number))
      return Entry(
        sequence: sequence.value, kind: .put, epoch: epoch, payload: payload(number))
    }
    commit()
    return entries
  }

  /// Returns the outcome of a record after its decision; nil before.
  func outcome(of sequence: Sequence) -> Result<Void, JournalError>? {
    let box = Box(Mutex<Result<Void, JournalError>?>(nil))
    whenDurable(sequence) { result in box.value.withLock { $0 = result } }
    return box.value.withLock { $0 }
  }

  /// Writes a checkpoint of `entries` and returns them with their new values.
  func checkpoint(of entries: [Entry], epoch: UInt64 = 1) throws -> [Entry] {
    var moved: [Entry] = []
    try checkpoint(epoch: epoch) { writer throws(JournalError) in
      for entry in entries {
        let (sequence, _) = try writer.append(entry.kind, entry.payload)
        moved.append(
          Entry(
            sequence: sequence.value, kind: entry.kind, epoch: epoch, payload: entry.payload))
      }
    }
    return moved
  }
}

/// A noncopyable value, shared with a closure that, to the compiler, may outlive its scope.
final class Box<Value: Sendable & ~Copyable>: Sendable {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

/// Payloads whose records were acknowledged.
final class Acknowledged: Sendable {
  private struct State {
    var payloads: Set<[UInt8]> = []
    var failures: [JournalError] = []
  }

  private let state = Mutex(State())

  var payloads: Set<[UInt8]> { state.withLock { $0.payloads } }
  var failures: [JournalError] { state.withLock { $0.failures } }

  func record(_ payload: [UInt8], _ result: Result<Void, JournalError>) {
    state.withLock {
      switch result {
      case .success: $0.payloads.insert(payload)
      case .failure(let error): $0.failures.append(error)
      }
    }
  }
}

/// Runs `body` in `count` threads at once and returns when all are done.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(index)
      group.leave()
    }
  }
  group.wait()
}
