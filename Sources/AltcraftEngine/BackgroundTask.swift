/// The timer of the background passes.
struct BackgroundTask {
  var timer: Task<Void, Never>?
  /// True while a pass runs: the next one starts only after it.
  var isPassing = false
}
