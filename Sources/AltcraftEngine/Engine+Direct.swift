import HTTP
import JSONCodec
import Tracing

// Requests that are sent immediately, and are not stored or retried: unsuspend and status.
extension Engine {
  /// The input of such a request at the time it is sent.
  package struct DirectContext: Sendable {
    package let configuration: Configuration
    package let authorization: PlatformAuthorization
    /// The token that the request was to have; nil if there is none.
    package let token: PushToken?
  }

  /// Throws without a configuration (501), before any other check.
  package func requireConfiguration(function: String) throws(EngineError) {
    guard configuration != nil else {
      throw .refused(SDKError(.configurationMissing, function: function))
    }
  }

  /// The push token that such a request needs.
  package enum DirectToken: Sendable {
    case none, current
    /// The saved token; if there is none, one request to the provider.
    case saved
  }

  /// The result of such a request: the response, nil if there was none, and its events, which must follow the
  /// response to the call.
  package struct DirectOutcome: Sendable {
    package var reply: PlatformReply?
    package var events: [EventDraft]
  }

  /// The sources of the input of a request, as they were when the call took effect.
  private struct DirectSources: Sendable {
    let group: AppGroup
    let epoch: UInt64
    let configuration: Configuration
    let identity: JWTSource
    let tokens: PushTokens.Choice
    let saved: PushToken?
    let needs: DirectToken
  }

  /// Reads the state immediately. The returned function sends the request. `build` throws the code of the reason if
  /// the request cannot be made.
  package func request(
    _ operation: Operation, function: String, token: DirectToken,
    _ build: @escaping @Sendable (DirectContext) throws(SDKCode) -> PlatformRequest
  ) throws(EngineError) -> @Sendable () async throws(EngineError) -> DirectOutcome {
    let group = self.group
    guard let configuration = group.configuration else {
      throw .refused(SDKError(.configurationMissing, function: function))
    }
    let sources = DirectSources(
      group: group, epoch: group.outbox.epoch, configuration: configuration,
      identity: identity.source, tokens: tokens.choice(of: group), saved: group.outbox.savedToken,
      needs: token)
    return { [self] () async throws(EngineError) in
      try await send(operation, function: function, sources, build)
    }
  }

  private func send(
    _ operation: Operation, function: String, _ sources: DirectSources,
    _ build: @Sendable (DirectContext) throws(SDKCode) -> PlatformRequest
  ) async throws(EngineError) -> DirectOutcome {
    let (group, epoch, configuration) = (sources.group, sources.epoch, sources.configuration)
    let credentials: Credentials
    switch await self.credentials.credentials(
      of: sources.identity, in: group, configuration, .request)
    {
    case .success(let found): credentials = found
    case .failure(let failure) where failure.timedOut: throw .callbackTimeout("provider.getJWT")
    case .failure(let failure):
      return DirectOutcome(
        events: [
          EventDraft(failure.code, function: function, message: failure.message),
          EventDraft(.authMissing, function: function),
          EventDraft(operation.dataMissing, function: function),
        ])
    }
    let (token, event) = await token(sources)
    var events = [event].compactMap(\.self)
    let context = DirectContext(
      configuration: configuration, authorization: credentials.authorization, token: token)
    // After a `clear`, send no earlier request and report no outcome of one.
    guard group.outbox.epoch == epoch else { return DirectOutcome(events: []) }
    do throws(SDKCode) {
      let outcome = await exchange(try build(context), configuration, credentials, function)
      guard group.outbox.epoch == epoch else { return DirectOutcome(events: []) }
      events.append(EventDraft.ofOutcome(outcome, of: operation, requestID: nil))
      return DirectOutcome(reply: outcome.reply, events: events)
    } catch {
      events.append(EventDraft(error, function: function))
      events.append(EventDraft(operation.dataMissing, function: function))
      return DirectOutcome(events: events)
    }
  }

  private func token(_ sources: DirectSources) async -> (PushToken?, EventDraft?) {
    switch sources.needs {
    case .none: return (nil, nil)
    case .current: return await tokens.current(sources.tokens)
    case .saved:
      if let saved = sources.saved { return (saved, nil) }
      return await tokens.current(sources.tokens, attempts: 1)
    }
  }

  private func exchange(
    _ request: PlatformRequest, _ configuration: Configuration, _ credentials: Credentials,
    _ function: String
  ) async -> AttemptOutcome {
    let begun = log.isOn(.info) ? environment.now() : nil
    let http = request.http(
      to: configuration.apiURL, as: credentials.authorization,
      requestID: environment.identifier(), trace: TraceContext.current,
      limits: AttemptLimits(
        deadline: limits.attemptTime, responseBytes: limits.responseBytes))
    let result: Result<HTTPResponse, HTTPFailure>
    do { result = .success(try await self.http.send(http)) } catch { result = .failure(error) }
    if let begun {
      let (status, failure) = result.parts
      log.info(
        "request ended",
        [
          "method": .text(function), "status": status.map { .number($0) },
          "failure": failure.map(Log.Value.text),
          "ms": .milliseconds(environment.now() - begun),
          "trace": TraceContext.current.map { .text(String($0.traceID)) },
        ])
    }
    let outcome: AttemptOutcome =
      switch result {
      case .success(let response):
        AttemptOutcome(response, at: Timestamp(milliseconds: environment.wallTime()))
      case .failure(let failure): AttemptOutcome(failure)
      }
    context.health.record(outcome, of: configuration.apiURL)
    return outcome
  }
}

extension SDKCode: Error {}
