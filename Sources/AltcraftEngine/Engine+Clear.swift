import JSONCodec

extension Engine {
  /// Forgets all data of the selected group: configuration, tokens, stored values, work. Providers, event
  /// subscribers and the selection of the group stay. What is returned tells of it, and is to be called when
  /// the call has been answered.
  package func clear() async throws(EngineError) -> @Sendable () -> Void {
    let group = self.group
    let count = try await group.clear(environment)
    log.notice(
      "the data of an app group was cleared",
      ["appGroup": .text(group.group.name), "ended": .number(count)])
    tokens.forgetReports()
    return { [self] in
      emit(EventDraft(.dataCleared, function: "clear", value: ["cleared": .int(count)]))
    }
  }
}
