import JSONRPC
import Synchronization
import System

// The handshake of a WebSocket connection, and the calls of `PeerWatch` for it.
extension Connection {
  /// Serves a connection to the WebSocket listener at `port` on this thread: one HTTP request, which is answered
  /// or becomes a WebSocket. `makeReader` is called after the handshake.
  func run(_ rules: WebSocketRules, port: UInt16, _ makeReader: Listener.Handler) {
    startWatch(authDeadline: nil)
    var reader: (any ChannelReader)?
    serve(
      { descriptor in
        var buffer = WebSocketBuffer(maxBytes: limits.frameBytes, messages: rules.messages)
        guard let head = readHead(from: descriptor, into: &buffer) else {
          return outbound.close()
        }
        guard shakeHands(Handshake(head, port: port, rules: rules), rules) else { return }
        let made = makeReader(self, trust)
        reader = made
        readMessages(from: descriptor, into: &buffer, for: made)
      },
      ended: {
        reader?.ended()
        // The peer waits for its Close frame, whatever calls go on.
        if presence.withLock({ $0.isClosing }) { close() }
      })
  }

  /// Reads the head of the request. Returns nil if there is none; then the request was refused.
  private func readHead(
    from descriptor: SharedFD, into buffer: inout WebSocketBuffer
  ) -> RequestHead? {
    var parser = RequestHeadParser()
    let deadline = ContinuousClock.now + limits.frameSeconds
    while true {
      connections.watch.setFrameDeadline(deadline, of: self)
      let arrival = input.read(from: descriptor, into: buffer.space())
      connections.watch.setFrameDeadline(nil, of: self)
      guard case .bytes(let count) = arrival else {
        if input.isInterrupted { refuse(interruption) }
        return nil
      }
      connections.traffic.received(count)
      buffer.filled(count)
      switch parser.next(in: buffer.queue.bytes) {
      case .incomplete: break
      case .refused(let refusal):
        refuse(refusal)
        return nil
      case .head(let head, let end):
        buffer.drop(end)
        return head
      }
    }
  }

  /// The refusal of a request that was interrupted before its head was complete.
  private var interruption: HTTPRefusal {
    presence.withLock { $0.interruption } == .tooSlow
      ? .tooSlow(within: limits.frameSeconds) : .unavailable("The service is stopping.")
  }

  /// Answers the request. Returns true if the connection is a WebSocket now.
  private func shakeHands(_ handshake: Handshake, _ rules: WebSocketRules) -> Bool {
    switch handshake {
    case .refusal(let refusal):
      refuse(refusal)
    case .get(let request):
      outbound.close(after: HTTPText.answer(rules.respond(request)))
    case .upgrade(let key, let subprotocol, let role):
      switch connections.establish(self, trust: role.map { role in { self.markTrusted(as: role) } })
      {
      case .established: break
      case .displacing(let other): other.displace()
      case .gone: return false
      case .refused:
        refuse(.unavailable("There are too many connections; close one, or try again later."))
        return false
      }
      recordInput()
      outbound.answer(in: .textFrames)
      // A newer connection that displaces this one now must find either no answer or a WebSocket.
      presence.withLock { presence in
        outbound.send(
          bare: HTTPText.upgrade(accept: Handshake.accept(for: key), subprotocol: subprotocol),
          as: .required)
        presence.isUpgraded = true
      }
      connections.watch.begin(
        self, authDeadline: trust == .unauthenticated ? .now + limits.authSeconds : nil,
        idleCheck: IdleCheck(limit: limits.idle, from: .now))
      return true
    }
    return false
  }

  private func refuse(_ refusal: HTTPRefusal) {
    connections.refused()
    outbound.close(after: HTTPText.refusal(refusal))
  }

  /// Ends the input at a Close frame of the peer, or at a violation of the protocol. Calls that wait for an outcome are
  /// abandoned. The answers to calls that only wait for the disk go out before `close`.
  func peerCloses(with close: WebSocketClose) {
    guard trust == .trusted else { return outbound.close(after: close.frame) }
    presence.withLock { presence in
      presence.close = close
      presence.isClosing = true
    }
    abandon()
  }

  /// The Close frame for a connection that the reader of its messages ends.
  var closeFrame: [UInt8] {
    guard trust == .trusted else { return WebSocketClose.policy("authenticate first").frame }
    let close = presence.withLock { $0.close }
    return (close ?? .goingAway("the service is stopping")).frame
  }

  /// Records the reason for which the reader of the messages will end the connection.
  func recordClose(for fault: FramingFault) {
    let close =
      switch fault {
      case .tooLong: WebSocketClose.tooLong
      default: WebSocketClose.policy("a message must be complete in time")
      }
    presence.withLock { $0.close = close }
  }

  /// Records that the peer has ended its input without a Close frame.
  func recordInputEnd() {
    presence.withLock { presence in
      presence.close = presence.close ?? .goingAway("the input ended without a Close frame")
    }
  }

  /// Ends a connection that is not authenticated, in favour of a newer one. Nothing waits for its peer.
  func displace() {
    guard leaveUnauthenticated() else { return }
    presence.withLock { presence in
      outbound.abort(
        after: presence.isUpgraded
          ? WebSocketClose.tryLater("a newer connection took the place").frame
          : HTTPText.refusal(.unavailable("A newer connection took the place of this one.")))
    }
    shutDownSocket()
  }

  /// Ends a connection whose peer did not authenticate in time after its handshake. The reader thread reports
  /// it, unless it waits for the peer, which does not read.
  func authTimeOfWebSocketIsUp() {
    guard outbound.isCaughtUp else { return outbound.abort() }
    interrupt(because: .unauthenticated)
  }

  func ping() {
    outbound.send(bare: WebSocketFrame.control(.ping, []), as: .event)
  }

  /// Ends a connection whose peer sends nothing, not even the answer to a ping.
  func peerIsSilent() {
    outbound.abort(after: WebSocketClose.goingAway("nothing was received in time").frame)
  }
}
