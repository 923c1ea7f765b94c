import JSONCodec
import Synchronization

/// A JSON-RPC connection: reads messages of the other side, runs its calls and answers them.
///
/// The stages of a message, all on the reader thread unless something must be waited for:
///  1. `received` parses the bytes as JSON, or reports an error with the offset;
///  2. `Message` classifies the JSON as a call, a response, or neither; a batch is a list of them;
///  3. `take` stops an unauthenticated peer; a response resumes its waiter;
///  4. `Dispatcher` finds the method, or reports an error with suggestions;
///  5. `admit` gives the call a place in flight, lets it wait for one, or blocks the reader (back-pressure);
///  6. `run` starts calls and lets them take effect, in order (`OrderedCallQueue`);
///  7. `finish` passes the answer to the channel, alone or with its batch; the free place leads back to 6;
///  8. `drained`: everything of one read has been processed; the composition commits it.
package final class Peer: ChannelReader {
  package let remote: Remote
  package let context: any CallContext
  let dispatcher: Dispatcher
  let options: PeerOptions
  let counters: RPCCounters
  private let observesLatency: Bool
  let watch: CallLogging?
  let gate: BackpressureGate
  let state: Mutex<PeerState>
  let collector = GroupCollector()
  /// The bytes of a call beside those of its message: it costs more than these.
  static let callCost = 256
  /// The number of calls of `drain` since it began; 0 while no thread drains.
  let drainRequests = Atomic<Int>(0)
  /// True when `outcomeGrace` has passed since the end of the input.
  private let isGraceOver = Atomic(false)

  // Used by the reader thread only.
  nonisolated(unsafe) private var isReading = true
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var readAt: ContinuousClock.Instant?
  /// True if `readAt` is set. The compiler does not know the layout of an instant, so each look at one takes calls.
  nonisolated(unsafe) private var hasReadTime = false
  nonisolated(unsafe) private var callCount: UInt64 = 0
  /// The writer of the last inline answer, kept so that the next one reuses its memory.
  nonisolated(unsafe) private let scratch = UnsafeMutablePointer<JSONWriter>.allocate(capacity: 1)
  /// The number of inline answers since the last `drained`.
  nonisolated(unsafe) private var inlineAnswers = 0
  private static let keptScratch = 64 << 10

  /// Creates a peer. `makeContext` creates the context that the methods of this connection receive.
  package init(
    _ channel: any Channel, _ dispatcher: Dispatcher, options: PeerOptions,
    makeContext: (Remote) -> any CallContext
  ) {
    let gate = BackpressureGate()
    let remote = Remote(channel, options: options, gate: gate)
    self.remote = remote
    self.gate = gate
    self.dispatcher = dispatcher
    self.options = options
    counters = options.counters
    observesLatency = options.observeLatency != nil
    watch = options.watch
    state = Mutex(PeerState(limits: options.limits))
    context = makeContext(remote)
    scratch.initialize(to: JSONWriter(capacity: 256))
  }

  deinit {
    scratch.deinitialize(count: 1)
    scratch.deallocate()
  }

  /// Stops the peer: starts no further call and ends those that wait. Unstarted calls, and those that wait
  /// for a callback or the platform, are answered `shuttingDown`; one that registered `Call.onStop` answers
  /// itself. A barrier and completed work are answered as usual. `whenIdle` runs once, when everything has been answered.
  package func stop(whenIdle: @escaping @Sendable () -> Void) {
    let calls = state.withLock { $0.stop(whenIdle: whenIdle) }
    gate.wake()
    for call in calls { interrupt(call, .stopped) }
    checkIdle()
  }

  /// Abandons calls that wait for an outcome (`Call.onStop`), because the other side has disconnected and
  /// will not read the answer. All other calls continue: requested work is done whether its answer is read or
  /// not.
  package func abandon() {
    for call in state.withLock({ $0.abandon() }) { interrupt(call, .abandoned) }
  }
}

// Delivery by the transport.
extension Peer {
  package func received(_ message: UnsafeRawBufferPointer) {
    guard isReading else { return }
    if observesLatency, !hasReadTime {
      readAt = .now
      hasReadTime = true
    }
    guard remote.isAuthenticated || isReadable(message) else {
      refuse(.null, .unauthorized, at: .alone)
      remote.failAuthentication()
      return closeIfUnauthorized()
    }
    // Full call logging disables the fast path, which does not check the role of the peer either.
    if remote.isControl, watch?.wantsEverything != true,
      let request = FastPathRequest(
        message, dispatcher, limits: options.limits.json, groupOf: self)
    {
      return take(request, message)
    }
    takeGroup()
    observeInlineAnswers()
    do throws(JSONError) {
      let document = try JSONParser.parse(message, limits: options.limits.json)
      switch document.value {
      case .array(let elements): take(elements, of: document, size: message.count)
      default:
        let read = Message(document.value, mayHaveDuplicates: document.hasDuplicateMembers)
        take(read, answerTo: .alone, size: message.count)
      }
    } catch {
      refuse(error)
    }
    closeIfUnauthorized()
  }

  /// Returns whether to parse this message of an unauthenticated peer. Only a possible call of the
  /// authentication method is parsed, so that such a peer costs next to nothing. That call must not be in a
  /// batch.
  private func isReadable(_ message: UnsafeRawBufferPointer) -> Bool {
    guard message.count <= PeerLimits.unauthenticatedBytes else { return false }
    let first = message.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first != UInt8(ascii: "[")
  }

  package func drained() {
    takeGroup()
    observeInlineAnswers()
    readAt = nil
    hasReadTime = false
    drain()
  }

  package func unframed(_ fault: FramingFault) {
    guard isReading else { return }
    guard remote.isAuthenticated, fault != .unauthenticated else {
      return refuseUnauthenticated()
    }
    switch fault {
    case .unauthenticated: break
    case .tooLong(let max, let id):
      refuse(id, .tooLarge(limit: "frameBytes", max: max), at: .alone)
      if options.closesOnOversize { endInput() }
    case .tooSlow(let seconds):
      options.report(.tooSlow)
      refuse(.null, .tooSlow(seconds: seconds), at: .alone)
      endInput()
    case .foreignProtocol:
      refuse(.null, .foreignProtocol, at: .alone)
      endInput()
    case .malformedHeader(let offset):
      refuse(.null, .parseError(offset: offset), at: .alone)
      endInput()
    }
  }

  /// Ends the input. Received calls are still answered before the connection closes, since the other side may
  /// have ended its output only.
  package func ended() {
    awaitOutcomes()
    options.onEnding()
    endInput()
    drain()
    options.onEnded()
  }

  /// Blocks while calls wait for an outcome, for at most `outcomeGrace`.
  private func awaitOutcomes() {
    guard options.outcomeGrace > .zero, state.withLock({ $0.awaitsOutcomes }) else { return }
    let timer = Task { [self] in
      guard (try? await options.clock.sleep(for: options.outcomeGrace)) != nil else { return }
      isGraceOver.store(true, ordering: .releasing)
      gate.wake()
    }
    gate.wait { [self] in
      isGraceOver.load(ordering: .acquiring) || !state.withLock { $0.awaitsOutcomes }
    }
    timer.cancel()
  }

  /// Stops reading; the channel closes when everything has been answered.
  private func endInput() {
    stopReading()
    remote.end()
    checkIdle()
  }

  private func stopReading() {
    isReading = false
    state.withLock { $0.endInput() }
  }

  private func refuse(_ error: JSONError) {
    guard remote.isAuthenticated else { return refuseUnauthenticated() }
    switch error {
    case .malformed(let offset): refuseInvalid(.null, .parseError(offset: offset), at: .alone)
    case .limit(let limit, let max, let members):
      let error = RPCError.invalidRequest(limit: limit.rawValue, max: max)
      refuseInvalid(Message.readableID(in: members), error, at: .alone)
    }
  }

  /// Answers a message that is not JSON-RPC. A client reports it instead.
  private func refuseInvalid(_ id: RequestID, _ error: RPCError, at place: ResponseSlot) {
    guard let onInvalidMessage = options.onInvalidMessage else {
      return refuse(id, error, at: place)
    }
    onInvalidMessage()
  }

  /// Closes the connection. An unauthenticated peer gets no parse error, and on most transports no answer.
  private func refuseUnauthenticated() {
    if options.answersUnauthenticated {
      refuse(.null, .unauthorized, at: .alone)
      remote.failAuthentication()
      return closeIfUnauthorized()
    }
    stopReading()
    counters.errors.increment()
    remote.close()
  }

  private func closeIfUnauthorized() {
    guard remote.hasFailedAuthentication, isReading else { return }
    stopReading()
    remote.close()
  }
}

// Messages.
extension Peer {
  private func take(_ elements: [JSON], of document: ParsedJSON, size: Int) {
    guard !elements.isEmpty else {
      return refuseInvalid(.null, .invalidRequest("a batch must not be empty"), at: .alone)
    }
    guard elements.count <= options.limits.batchLength else {
      return refuse(
        .null, .invalidRequest(limit: "batchLength", max: options.limits.batchLength), at: .alone)
    }
    let messages = elements.map { Message($0, mayHaveDuplicates: document.hasDuplicateMembers) }
    let batch = Batch(
      count: messages.count(where: \.isAnswered), maxBytes: options.limits.batchBytes)
    var index = 0
    for message in messages {
      take(message, answerTo: .element(index, of: batch), size: size / messages.count)
      if message.isAnswered { index += 1 }
    }
  }

  private func take(_ message: Message, answerTo place: ResponseSlot, size: Int) {
    guard isAllowed(message) else {
      if let id = message.answerID ?? (options.answersUnauthenticated ? .null : nil) {
        refuse(id, .unauthorized, at: place)
      }
      remote.failAuthentication()
      return
    }
    switch message {
    case .call(let request): take(request, at: place, size: size)
    case .response(let response): remote.receive(response)
    case .uselessResponse:
      counters.ignoredResponses.increment()
      options.onInvalidMessage?()
    case .invalid(let id, let error): refuseInvalid(id, error, at: place)
    }
  }

  private func isAllowed(_ message: Message) -> Bool {
    guard !remote.isAuthenticated else { return true }
    guard case .call(let request) = message, let method = options.authenticationMethod else {
      return false
    }
    return request.method.hasSameBytes(as: method)
  }

  private func take(_ request: Request, at place: ResponseSlot, size: Int) {
    counters.count(request)
    do throws(RPCError) {
      if request.method.hasSameBytes(as: "$/cancelRequest") {
        return try cancel(request, at: place)
      }
      let isProtocolNotice = request.id == nil && request.method.utf8.starts(with: "$/".utf8)
      if isProtocolNotice { return }
      let entry = try dispatcher.entry(for: request.method)
      guard remote.mayCall(entry) else { throw .onlyObserves(entry.name) }
      if let fault = request.fault(naming: entry.parts.parameterNames) { throw fault }
      if request.hasInvalidTrace, watch?.wantsEverything == true {
        options.report(.invalidTrace(method: entry.name, id: request.id))
      }
      callCount += 1
      admit(
        Call(
          request, entry: entry, number: callCount, cost: size + Self.callCost, readAt: readAt,
          place: place,
          peer: self))
    } catch {
      let refusal = isInFlight(request.id) ? .idInFlight : answer(for: error)
      refuse(request.id, refusal, at: place, of: request.method)
    }
  }

  /// Returns the error to answer for an error of a call. An unauthenticated peer has one attempt: any error of
  /// its call fails the authentication.
  func answer(for error: RPCError) -> RPCError {
    guard !remote.isAuthenticated else { return error }
    remote.failAuthentication()
    return error.reason == RPCError.unauthorized.reason ? error : .unauthorized
  }

  private func take(_ plain: FastPathRequest, _ message: UnsafeRawBufferPointer) {
    if plain.isGrouped { return addToGroup(message, id: plain.idText, plain.entry) }
    takeGroup()
    if case .inline(let write) = plain.entry.parts.body, let id = plain.idText,
      answer(id, by: write, plain.parameters)
    {
      return
    }
    observeInlineAnswers()
    let request = Request(
      id: plain.id, method: plain.entry.name, parameters: plain.parameters, duplicate: nil)
    counters.count(request)
    callCount += 1
    admit(
      Call(
        request, entry: plain.entry, number: callCount, cost: message.count + Self.callCost,
        readAt: readAt, place: .alone, peer: self))
  }

  /// Answers an inline request synchronously, without queueing it. Returns false, with nothing done, if it
  /// has to wait like any other call.
  private func answer(
    _ id: UnsafeRawBufferPointer, by write: MethodEntry.InlineBody, _ parameters: RawParams
  ) -> Bool {
    let text = PeerState.IDText(bytes: id)
    guard state.withLock({ $0.beginInline(text) }) else { return false }
    counters.requests.increment()
    do throws(RPCError) {
      scratch.pointee.reset(keeping: Self.keptScratch)
      MessageEncoder.begin(&scratch.pointee, answering: id)
      try write(context, parameters, &scratch.pointee)
      scratch.pointee.fragment("}")
      scratch.pointee.withBytes { remote.send($0, as: .required) }
    } catch {
      counters.errors.increment()
      let id = RequestID(plainText: id)
      report(nil, id, error)
      if let id { remote.send(MessageEncoder.answer(id, .failure(error)), as: .required) }
    }
    inlineAnswers += 1
    if let idle = state.withLock({ $0.endInline() }) { perform(idle) }
    return true
  }

  /// Observes the latency of the inline answers of this read together: all connections share the histogram.
  private func observeInlineAnswers() {
    guard inlineAnswers > 0 else { return }
    defer { inlineAnswers = 0 }
    guard let observeLatency = options.observeLatency, let readAt else { return }
    observeLatency(ContinuousClock.now - readAt, inlineAnswers)
  }

  private func isInFlight(_ id: RequestID?) -> Bool {
    guard let id else { return false }
    return state.withLock { $0.isInFlight(id) }
  }

  private func cancel(
    _ request: Request, at place: ResponseSlot
  ) throws(RPCError) {
    if let fault = request.fault(naming: ["id"]) { throw fault }
    let id: JSON? =
      switch request.parameters {
      case .none: nil
      case .named(let members): members["id"]
      case .positional(let elements): elements.first
      }
    guard let id = id.flatMap(RequestID.init) else {
      throw .invalidParams(parameter: "id", expected: "string, number or null")
    }
    guard !isInFlight(request.id) else { throw .idInFlight }
    if let call = state.withLock({ $0.call(id) }) {
      interrupt(call, .cancelled)
    } else {
      cancelGrouped(id)
    }
    if let own = request.id { reply(own, .success(Array("true".utf8)), at: place) }
  }
}

extension RPCError {
  package static let idInFlight = invalidRequest("a request with this id is already in flight")
}

extension Message {
  /// True if this requires an answer.
  fileprivate var isAnswered: Bool { answerID != nil }

  fileprivate var answerID: RequestID? {
    switch self {
    case .call(let request): request.id
    case .response, .uselessResponse: nil
    case .invalid(let id, _): id
    }
  }
}
