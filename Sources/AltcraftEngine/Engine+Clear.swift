import JSONCodec

extension Engine {
  /// Deletes all data of the selected group: configuration, tokens, stored values, jobs. Ends the background
  /// task. Providers, event subscribers and the selection of the group stay. Call the returned function after the
  /// response to the call; it emits the events.
  package func clear() async throws(EngineError) -> @Sendable () -> Void {
    let group = self.group
    let count = try await group.clear(environment)
    log.notice(
      "the data of an app group was cleared",
      ["appGroup": .text(group.group.name), "ended": .number(count)])
    tokens.forgetReports()
    cancelBackgroundTask()
    return { [self] in
      emit(EventDraft(.dataCleared, function: "clear", value: ["cleared": .int(count)]))
    }
  }
}
