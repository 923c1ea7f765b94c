import Synchronization

/// The push token in use: asked of the registered providers, else the one given by hand.
package final class PushTokens: Sendable {
  private struct State {
    var sources: [PushProvider: TokenSource] = [:]
    var lastReported: PushToken?
  }

  /// How often a provider is asked that does not yield a token, and how long between.
  private static let attempts = 3
  private static let pause = Duration.seconds(1)

  private let state = Mutex(State())
  private let questions: [PushProvider: SharedQuestion<HostAnswer>]
  private let sleep: @Sendable (Duration) async throws -> Void

  init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
    questions = Dictionary(
      uniqueKeysWithValues: PushProvider.allCases.map { ($0, SharedQuestion()) })
  }

  func register(_ source: TokenSource?, for provider: PushProvider) {
    state.withLock { $0.sources[provider] = source }
  }

  /// The host behind that connection is gone: its providers count as not registered.
  func forget(_ connection: ConnectionID) {
    state.withLock { state in
      state.sources = state.sources.filter { _, source in
        if case .callback(connection, _) = source { false } else { true }
      }
    }
  }

  var hasSources: Bool { state.withLock { !$0.sources.isEmpty } }

  /// The next token counts as new.
  func forgetReports() { state.withLock { $0.lastReported = nil } }

  /// Has the host delete its token, or forgets one that was given once and for all. A provider that is not
  /// registered has none.
  func delete(_ provider: PushProvider) async {
    let source = state.withLock { state in
      let source = state.sources[provider]
      if case .fixed = source { state.sources[provider] = nil }
      return source
    }
    if case .callback(_, let host) = source { await host.deleteToken(provider) }
  }

  /// The token in use. `isNew` when it differs from the last one reported.
  func resolve(
    priorities: [PushProvider]?, manual: PushToken?
  ) async -> (token: PushToken, isNew: Bool)? {
    guard let token = await current(priorities: priorities, manual: manual) else { return nil }
    let isNew = state.withLock { state in
      defer { state.lastReported = token }
      return state.lastReported != token
    }
    return (token, isNew)
  }

  private func current(priorities: [PushProvider]?, manual: PushToken?) async -> PushToken? {
    let sources = state.withLock { $0.sources }
    guard !sources.isEmpty else { return manual }
    let order = PushProvider.resolutionOrder(
      priorities: priorities, registered: Set(sources.keys))
    for provider in order {
      guard let source = sources[provider], let text = await ask(source, provider) else { continue }
      return PushToken(provider: provider, token: text)
    }
    return nil
  }

  private static func isToken(_ text: String) -> Bool { !text.isEmpty && PushToken.fits(text) }

  private func ask(_ source: TokenSource, _ provider: PushProvider) async -> String? {
    switch source {
    case .fixed(let token): return Self.isToken(token.reveal()) ? token.reveal() : nil
    case .callback(_, let host):
      guard let question = questions[provider] else { return nil }
      let sleep = self.sleep
      let answer = await question.ask {
        for attempt in 1...Self.attempts {
          if case .value(let text) = await host.token(provider), Self.isToken(text) {
            return .value(text)
          }
          guard attempt < Self.attempts, (try? await sleep(Self.pause)) != nil else { break }
        }
        return .none
      }
      if case .value(let text)? = answer { return text }
      return nil
    }
  }
}
