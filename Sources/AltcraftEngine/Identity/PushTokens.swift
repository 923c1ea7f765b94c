import JSONCodec
import Synchronization

/// The current push token: from the registered providers, otherwise the one set by hand.
package final class PushTokens: Sendable {
  /// A registered source. Concurrent callers share its answer; callers of another one, registered later for
  /// the same provider, do not.
  final class Registration: Sendable {
    let source: TokenSource
    fileprivate let question = RequestCoalescer<HostAnswer>()

    fileprivate init(_ source: TokenSource) { self.source = source }
  }

  /// The sources of the token at one moment.
  struct Choice: Sendable {
    let registrations: [PushProvider: Registration]
    let priorities: [PushProvider]?
    /// The token set by hand.
    let manual: PushToken?

    /// True if the token may need an answer of the host.
    var mayAsk: Bool { registrations.values.contains { !$0.source.isFixed } }

    /// Returns true if the other choice has the same sources.
    func isSame(as other: Choice) -> Bool {
      registrations.mapValues(ObjectIdentifier.init)
        == other.registrations.mapValues(ObjectIdentifier.init) && priorities == other.priorities
        && manual == other.manual
    }
  }

  private struct State {
    var stacks: [PushProvider: RegistrationStack<Registration>] = [:]
    var lastReported: PushToken?

    /// The registrations in force.
    var registrations: [PushProvider: Registration] { stacks.compactMapValues(\.current) }
  }

  /// The number of requests to a provider that yields no token, and the pause between them.
  private static let attempts = 3
  private static let pause = Duration.seconds(1)

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void
  private let refused: @Sendable (_ provider: PushProvider, _ bytes: Int) -> Void

  /// Calls `refused` for each answer of a host that is too long for a token.
  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    refused: @escaping @Sendable (_ provider: PushProvider, _ bytes: Int) -> Void
  ) {
    self.sleep = sleep
    self.refused = refused
  }

  /// Registers a source. `connection` is that of the host that gave a fixed token.
  func register(
    _ source: TokenSource, for provider: PushProvider, by connection: ConnectionID? = nil
  ) {
    let registration = Registration(source)
    state.withLock {
      $0.stacks[provider, default: RegistrationStack()].register(
        registration, by: source.connection ?? connection, isFixed: source.isFixed)
    }
  }

  /// Ends the registration of that connection, or without one all; see `RegistrationStack.unregister`.
  func unregister(_ connection: ConnectionID?, for provider: PushProvider) {
    state.withLock { $0.stacks[provider]?.unregister(connection) }
  }

  /// Returns the registration in force.
  func registration(of provider: PushProvider) -> Registration? {
    state.withLock { $0.stacks[provider]?.current }
  }

  /// Drops the registrations of a connection that has closed. Returns true if it had any.
  @discardableResult
  func forget(_ connection: ConnectionID) -> Bool {
    state.withLock { state in
      state.stacks.keys.reduce(false) { state.stacks[$1]?.forget(connection) == true || $0 }
    }
  }

  var hasSources: Bool { state.withLock { !$0.registrations.isEmpty } }

  /// Makes the next token count as new.
  func forgetReports() { state.withLock { $0.lastReported = nil } }

  /// Deletes a fixed token now. The returned function makes the host delete its token. A provider that is not registered has none.
  func delete(
    _ registration: Registration?, _ provider: PushProvider
  ) -> @Sendable () async -> Void {
    switch registration?.source {
    case nil: return {}
    case .fixed:
      state.withLock { $0.stacks[provider]?.remove { $0 === registration } }
      return {}
    case .callback(_, let host): return { await host.deleteToken(provider) }
    }
  }

  func choice(priorities: [PushProvider]?, manual: PushToken?) -> Choice {
    Choice(
      registrations: state.withLock { $0.registrations }, priorities: priorities, manual: manual)
  }

  func resolve(
    priorities: [PushProvider]?, manual: PushToken?
  ) async -> (token: PushToken, isNew: Bool)? {
    await resolve(choice(priorities: priorities, manual: manual))
  }

  /// Returns the current token. `isNew` is true if it differs from the last one reported.
  func resolve(
    _ choice: Choice, attempts: Int = attempts
  ) async -> (token: PushToken, isNew: Bool)? {
    guard let token = await token(choice, attempts) else { return nil }
    let isNew = state.withLock { state in
      defer { state.lastReported = token }
      return state.lastReported != token
    }
    return (token, isNew)
  }

  /// Returns the current sources of that group's token.
  func choice(of group: AppGroup) -> Choice {
    let settings = group.current
    return choice(
      priorities: settings.configuration?.providerPriorityList, manual: settings.manualToken)
  }

  /// Returns the current token, and an event if it is new. Requests it up to `attempts` times from each
  /// provider that yields none.
  func current(
    _ choice: Choice, attempts: Int = attempts
  ) async -> (token: PushToken?, event: EventDraft?) {
    guard let (token, isNew) = await resolve(choice, attempts: attempts) else { return (nil, nil) }
    guard isNew else { return (token, nil) }
    let provider = token.provider.rawValue
    let event = EventDraft(
      .pushTokenChanged, function: "getPushToken", message: "push provider set: \(provider)",
      value: ["provider": .string(provider)])
    return (token, event)
  }

  private func token(_ choice: Choice, _ attempts: Int) async -> PushToken? {
    guard !choice.registrations.isEmpty else { return choice.manual }
    let order = PushProvider.resolutionOrder(
      priorities: choice.priorities, registered: Set(choice.registrations.keys))
    for provider in order {
      guard let registration = choice.registrations[provider],
        let text = await request(registration, provider, attempts)
      else { continue }
      return PushToken(provider: provider, token: text)
    }
    return nil
  }

  private static func isToken(_ text: String) -> Bool { !text.isEmpty && PushToken.fits(text) }

  private func request(
    _ registration: Registration, _ provider: PushProvider, _ attempts: Int
  ) async -> String? {
    switch registration.source {
    case .fixed(let token): return Self.isToken(token.reveal()) ? token.reveal() : nil
    case .callback(_, let host):
      let (sleep, refused) = (self.sleep, self.refused)
      let answer = await registration.question.request {
        for attempt in 1...attempts {
          if case .value(let text) = await host.token(provider), !text.isEmpty {
            guard PushToken.fits(text) else {
              // The host would repeat the answer.
              refused(provider, text.jsonBytes(upTo: .max))
              return .none
            }
            return .value(text)
          }
          guard attempt < attempts, (try? await sleep(Self.pause)) != nil else { break }
        }
        return .none
      }
      if case .value(let text)? = answer { return text }
      return nil
    }
  }
}
