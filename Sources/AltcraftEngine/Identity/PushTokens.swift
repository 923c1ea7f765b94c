import JSONCodec
import Synchronization

/// The current push token: from the registered providers, otherwise the one set by hand.
package final class PushTokens: Sendable {
  /// A registered source. Concurrent callers share its answer; callers of another one, registered later for
  /// the same provider, do not.
  final class Registration: Sendable {
    let source: TokenSource
    /// Its number among all registrations.
    fileprivate let number: Int
    fileprivate let question = RequestCoalescer<HostAnswer>()

    fileprivate init(_ source: TokenSource, number: Int) {
      self.source = source
      self.number = number
    }
  }

  /// The sources of the token at one moment.
  struct Choice: Sendable {
    let registrations: [PushProvider: Registration]
    let priorities: [PushProvider]?
    /// The token without a registration: the one set by hand, or the one that the platform has.
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
    /// The number of registrations so far, and of those before the last request that a provider answered with a token.
    var registered = 0
    var answered = 0

    /// The registrations in force.
    var registrations: [PushProvider: Registration] { stacks.compactMapValues(\.current) }

    /// The registrations in force that may replace a token of the platform. While no provider is connected, a fixed
    /// token that is older than the last one from a provider may not.
    var replacing: [PushProvider: Registration] {
      if stacks.values.contains(where: \.hasConnection) { return registrations }
      return registrations.filter { $0.value.number > answered }
    }

    /// Returns whether the connection of a callback still has a registration. True for a fixed token.
    func has(_ registration: Registration, for provider: PushProvider) -> Bool {
      guard let connection = registration.source.connection else { return true }
      return stacks[provider]?.all.contains { $0.source.connection == connection } ?? false
    }
  }

  /// The number of requests to a provider that yields no token, and the pause between them.
  private static let attempts = 3
  private static let pause = Duration.seconds(1)

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void
  private let refused: @Sendable (PushProvider, PushToken.Refusal) -> Void

  /// Calls `refused` for each answer of a host that cannot be a token.
  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    refused: @escaping @Sendable (PushProvider, PushToken.Refusal) -> Void
  ) {
    self.sleep = sleep
    self.refused = refused
  }

  /// Registers a source. `connection` is that of the host that gave a fixed token.
  func register(
    _ source: TokenSource, for provider: PushProvider, by connection: ConnectionID? = nil
  ) {
    state.withLock { state in
      state.registered += 1
      state.stacks[provider, default: RegistrationStack()].register(
        Registration(source, number: state.registered), by: source.connection ?? connection,
        isFixed: source.isFixed)
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

  /// True if a source may replace the token that the platform has.
  var mayReplace: Bool { state.withLock { !$0.replacing.isEmpty } }

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

  /// Returns the current sources of that group's token. The token that the platform has stays in force if there are
  /// sources, but none that may replace it.
  func choice(of group: AppGroup) -> Choice {
    let (settings, saved) = (group.current, group.outbox.savedToken)
    let priorities = settings.configuration?.providerPriorityList
    let (all, replacing) = state.withLock { ($0.registrations, $0.replacing) }
    guard let saved, replacing.count < all.count else {
      return Choice(registrations: all, priorities: priorities, manual: settings.manualToken)
    }
    return Choice(registrations: replacing, priorities: priorities, manual: saved)
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
      var asked = choice.registrations[provider]
      while let registration = asked {
        if let text = await request(registration, provider, attempts) {
          return PushToken(provider: provider, token: text)
        }
        asked = successor(of: registration, for: provider)
      }
    }
    return nil
  }

  /// Returns the registration in force after one whose connection has ended; nil if it has not, or if there is none.
  private func successor(
    of registration: Registration, for provider: PushProvider
  ) -> Registration? {
    state.withLock { $0.has(registration, for: provider) ? nil : $0.replacing[provider] }
  }

  private static func isToken(_ text: String) -> Bool { !text.isEmpty && PushToken.fits(text) }

  private func request(
    _ registration: Registration, _ provider: PushProvider, _ attempts: Int
  ) async -> String? {
    switch registration.source {
    case .fixed(let token): return Self.isToken(token.reveal()) ? token.reveal() : nil
    case .callback(_, let host):
      let answer = await registration.question.request { [self] in
        for attempt in 1...attempts {
          let registered = state.withLock { $0.registered }
          if case .value(let text) = await host.token(provider), !text.isEmpty {
            if let refusal = PushToken.Refusal(text) {
              // The host would repeat the answer.
              refused(provider, refusal)
              return .none
            }
            state.withLock { $0.answered = max($0.answered, registered) }
            return .value(text)
          }
          guard attempt < attempts,
            state.withLock({ $0.has(registration, for: provider) }),
            (try? await sleep(Self.pause)) != nil
          else { break }
        }
        return .none
      }
      if case .value(let text)? = answer { return text }
      return nil
    }
  }
}
