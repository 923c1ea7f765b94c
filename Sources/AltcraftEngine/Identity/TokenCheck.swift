import Synchronization

/// A check if the platform knows the current push token of an app group.
struct TokenCheck: Sendable {
  let group: AppGroup
  let credentials: CredentialsService
  let tokens: PushTokens
  let context: EngineContext

  /// Creates a token update if the platform is believed to know another token than the current one. Returns
  /// that job, also if it was pending already. Calls during a check share the next check.
  func run(function: String) async -> Job.ID? {
    await group.tokenCheck.request { await update(function) } ?? nil
  }

  func runSoon(function: String) {
    Task { _ = await run(function: function) }
  }

  /// True if a token update may be due, without a request to the host.
  var mayFindUpdate: Bool {
    group.outbox.savedToken != nil && (tokens.mayReplace || group.current.manualToken != nil)
  }

  private func update(_ function: String) async -> Job.ID? {
    let outbox = group.outbox
    let epoch = outbox.epoch
    guard mayFindUpdate, let configuration = group.configuration, let saved = outbox.savedToken
    else { return nil }
    let (current, event) = await tokens.current(tokens.choice(of: group))
    if let event { emit(event) }
    guard let current else {
      emit(EventDraft(.pushTokenMissing, function: function))
      return nil
    }
    guard current != saved else { return nil }
    switch await credentials.user(in: group, configuration) {
    case .failure(let failure):
      group.owesTokenCheck.store(true, ordering: .releasing)
      emit(EventDraft(failure.code, function: function, message: failure.message))
      emit(EventDraft(.authMissing, function: function))
      emit(EventDraft(.tokenUpdateDataMissing, function: function))
      return nil
    case .success(let userTag):
      do throws(AcceptError) {
        let check = try outbox.updateToken(to: current, of: userTag, epoch: epoch)
        if case .update(let id) = check { return id }
      } catch {
        context.log.error("a token update could not be stored; the next trigger retries it")
      }
      return nil
    }
  }

  private func emit(_ draft: EventDraft) {
    context.events.emit(draft, numbering: group.numbering)
  }
}
