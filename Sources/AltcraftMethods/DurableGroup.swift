import AltcraftEngine
import JSONCodec
import JSONRPC

/// The durable calls of one read of a connection, whose parameters are read from the text of the message.
///
/// `@unchecked`: one thread at a time uses it; see `CallGroup`.
final class DurableGroup: CallGroup, @unchecked Sendable {
  private let session: Session
  private let jobs: JobGroup
  /// The call whose parameters were read last.
  @exclusivity(unchecked) private var event = MobileEventText()

  init(_ session: Session) {
    self.session = session
    jobs = JobGroup(connection: session.id)
  }

  /// The reader of `mobileEvent`.
  static let mobileEvent: GroupedRead = { group, message, start, limits in
    let group = unsafeDowncast(group, to: DurableGroup.self)
    let end = group.event.read(message, from: start, limits)
    guard end != nil, group.jobs.begin(MobileEvent.kind, in: group.session.engine) else {
      return nil
    }
    return end
  }

  func add(_ message: UnsafeRawBufferPointer, to answer: inout JSONWriter) {
    let requestID = jobs.add(MobileEvent.kind) { writer in
      event.write(message, minutesWest: jobs.minutesWest, to: &writer)
    }
    Receipt.write(requestID, to: &answer)
  }

  func takeEffect(
    refusing refused: [Int], whenDone: @escaping @Sendable ([Int: RPCError]) -> Void
  ) {
    jobs.accept(refusing: refused) { [session] failures in
      guard !failures.isEmpty else { return whenDone([:]) }
      let numbering = session.engine.numbering
      whenDone(failures.mapValues { RPCError(.outbox($0), numbering: numbering) })
    }
  }

  func reset() { jobs.reset() }
}

extension Session {
  /// Makes a group for the durable calls of this connection.
  package func makeGroup() -> any CallGroup { DurableGroup(self) }
}
