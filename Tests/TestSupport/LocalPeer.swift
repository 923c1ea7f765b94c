import JSONCodec
import JSONRPC
import Synchronization

/// A channel without a transport: it keeps the sent messages and resumes the tasks that wait for them.
package final class MemoryChannel: Channel, Sendable {
  private struct State {
    var sent: [[UInt8]] = []
    var taken = 0
    var isClosed = false
    var takesEvents = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    let (isTaken, waiting) = state.withLock { state in
      guard !state.isClosed, kind == .required || state.takesEvents else {
        return (false, [CheckedContinuation<Void, Never>]())
      }
      state.sent.append(Array(message))
      defer { state.waiting = [] }
      return (true, state.waiting)
    }
    for waiter in waiting { waiter.resume() }
    return isTaken
  }

  package func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume() }
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Simulates a peer that does not read: from now on there is no room for events.
  package func refuseEvents() { state.withLock { $0.takesEvents = false } }

  /// Simulates a peer that reads again.
  package func acceptEvents() { state.withLock { $0.takesEvents = true } }

  /// Removes and returns the sent messages, as text.
  package func takeAll() -> [String] {
    state.withLock { state in
      defer { state.taken = state.sent.count }
      return state.sent[state.taken...].map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Counts the notifications of that method among all messages sent so far, including removed ones.
  package func count(ofNotifications method: String) -> Int {
    let start = #"{"jsonrpc":"2.0","method":"\#(method)""#
    return state.withLock { state in
      state.sent.count { String(decoding: $0, as: UTF8.self).hasPrefix(start) }
    }
  }

  /// Waits for the next message and removes it. Returns nil if the channel closes first.
  package func next() async -> String? {
    while true {
      let (message, isClosed) = state.withLock { state -> ([UInt8]?, Bool) in
        guard state.taken < state.sent.count else { return (nil, state.isClosed) }
        state.taken += 1
        return (state.sent[state.taken - 1], false)
      }
      if let message { return String(decoding: message, as: UTF8.self) }
      if isClosed { return nil }
      await change { $0.isClosed || $0.taken < $0.sent.count }
    }
  }

  /// Waits until the channel is closed.
  package func waitForClose() async {
    while !isClosed { await change { $0.isClosed } }
  }

  /// Waits for the next change, unless the state is already as wanted.
  private func change(to isWanted: (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if isWanted(state) { return true }
        state.waiting.append(continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// A context for methods that need no information about their connection.
package final class NoContext: Sendable {
  package init() {}
}

/// A connection without a transport: text in, text out.
package final class LocalPeer<Context: CallContext>: Sendable {
  package let channel = MemoryChannel()
  package let peer: Peer
  package let context: Context
  private let onEnd: @Sendable (Context) -> Void

  /// Creates a connection. It ends with the last reference to it, so that no call waits for it for ever. `onEnd`
  /// runs then: a context that retains calls releases them there, because a call retains its peer, and the peer
  /// its context.
  package init(
    _ dispatcher: Dispatcher, options: PeerOptions,
    onEnd: @escaping @Sendable (Context) -> Void = { _ in }, makeContext: (Remote) -> Context
  ) {
    self.onEnd = onEnd
    var made: Context?
    peer = Peer(channel, dispatcher, options: options) { remote in
      let context = makeContext(remote)
      made = context
      return context
    }
    guard let made else { preconditionFailure("a peer makes its context") }
    context = made
  }

  deinit {
    peer.ended()
    onEnd(context)
  }

  /// Delivers the messages like one read.
  package func receive(_ messages: String...) { receive(messages.map { Array($0.utf8) }) }

  package func receive(_ messages: [[UInt8]]) {
    for message in messages { message.withUnsafeBytes { peer.received($0) } }
    peer.drained()
  }

  /// Delivers the messages and returns all messages sent by then.
  package func exchange(_ messages: String...) -> [String] {
    receive(messages.map { Array($0.utf8) })
    return channel.takeAll()
  }

  /// Waits for the next message and returns it as JSON.
  package func next() async throws -> JSON? {
    guard let text = await channel.next() else { return nil }
    return try JSONParser.parse(Array(text.utf8)).value
  }
}
