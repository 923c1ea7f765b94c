import BridgeCommandLine
import Glibc
import JSONCodec
import Synchronization
import System

/// The position of `events`, kept in a file: the run of the bridge and the last event that was handled.
final class EventPosition: Sendable {
  private let path: String
  /// True after a position was stored.
  private let isStored = Mutex(false)

  init(_ path: String) { self.path = path }

  /// Checks that a position can be stored, before the first event.
  func check() throws(CommandFailure) {
    try reporting { () throws(SystemError) in try create([]) }
    unlink(temporary)
  }

  /// Stores the position of a subscription, unless one of its events was already handled: an event that follows
  /// this run belongs to the next one.
  func begin(at position: JSON) throws(CommandFailure) {
    try isStored.withLock { (isStored) throws(CommandFailure) in
      if !isStored { try store(position) }
      isStored = true
    }
  }

  /// Reads the parameters of `events.subscribe` that continue from here. Empty before the first event.
  func read() throws(CommandFailure) -> JSONObject {
    guard access(path, F_OK) == 0 else { return [:] }
    switch File.readText(path) {
    case .failure(let error): throw .ours("--cursor \(path.inMessage): \(error.reason)")
    case .success(let bytes):
      guard let json = try? JSONParser.parse(bytes).value, let seq = json["seq"]?.intValue,
        let epoch = json["epoch"]?.stringValue
      else {
        throw .ours(
          "--cursor \(path.inMessage): not a position; remove it, or set the start with --since")
      }
      return ["since": .int(seq), "epoch": .string(epoch)]
    }
  }

  /// Stores the position of an event that was handled.
  func write(_ event: JSON) throws(CommandFailure) {
    try isStored.withLock { (isStored) throws(CommandFailure) in
      isStored = true
      try store(event)
    }
  }

  private func store(_ position: JSON) throws(CommandFailure) {
    let text: JSON = ["epoch": position["epoch"] ?? .null, "seq": position["seq"] ?? .null]
    // A crash leaves the old or the new file.
    try reporting { () throws(SystemError) in
      try create(Array((text.text + "\n").utf8))
      guard rename(temporary, path) == 0 else { throw SystemError(path.inMessage) }
    }
  }

  private var temporary: String { path + ".new" }

  /// Creates the file that replaces the old one.
  private func create(_ bytes: [UInt8]) throws(SystemError) {
    let descriptor = File.createNew(temporary, mode: 0o600)
    guard descriptor >= 0 else { throw SystemError(temporary.inMessage) }
    defer { close(descriptor) }
    guard File.write(bytes, to: descriptor) else { throw SystemError(temporary.inMessage) }
  }

  private func reporting(
    _ body: () throws(SystemError) -> Void
  ) throws(CommandFailure) {
    do throws(SystemError) { try body() } catch { throw .ours("--cursor \(error.message)") }
  }
}
