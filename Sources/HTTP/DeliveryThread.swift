import Dispatch
import Glibc
import Synchronization
import System

/// The thread of `CurlHTTPClient`. It runs libcurl, and the tasks that prefer its executor: processing an answer and
/// sending the next request then need no other thread.
final class DeliveryThread: Sendable {
  enum Command: Sendable {
    case begin(PendingRequest)
    case cancel(PendingRequest)
    case stopSending(until: SuspendingClock.Instant)
  }

  private struct State {
    var commands: [Command] = []
    var jobs: [UnownedJob] = []
    /// True if the thread looks for new commands and jobs before it sleeps.
    var isAwake = false
    /// Wakes the thread in libcurl; nil if it waits for the monitor.
    var interrupt: (() -> Void)?
    var concurrency: Int
    var thread: PosixThread?
    var isRunning = false
    /// False after `stopSending`.
    var maySend = true
    var isClosed = false
  }

  let connections = Atomic<Int>(0)
  private let userAgent: String
  private let settings: HTTPSettings
  private let whenIdle: @Sendable () -> Void
  private let state: Monitor<State>

  init(userAgent: String, _ settings: HTTPSettings, whenIdle: @escaping @Sendable () -> Void) {
    self.userAgent = userAgent
    self.settings = settings
    self.whenIdle = whenIdle
    state = Monitor(State(concurrency: settings.concurrency))
  }

  /// Checks the request and queues it. The first one starts the thread.
  func begin(_ request: HTTPRequest) throws(HTTPFailure) -> PendingRequest {
    var request = request
    if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
      request.headers.append(HTTPHeader("User-Agent", userAgent))
    }
    if let fault = request.fault {
      throw .transport(TransportFailure(.request, "", "not sent: \(fault)"))
    }
    let pending = PendingRequest(request)
    var maySend = true
    let problem = post { state in
      maySend = state.maySend
      if maySend { state.commands.append(.begin(pending)) }
    }
    if let problem { throw .transport(TransportFailure(.libcurl, "", problem)) }
    guard maySend else { throw .cancelled }
    return pending
  }

  /// Ends the requests that have not been sent. No later one begins, and those on their way end after `limit`.
  func stopSending(within limit: Duration) {
    state.withLock { state in
      state.maySend = false
      state.commands.append(.stopSending(until: .now.advanced(by: limit)))
      wake(&state)
    }
  }

  func cancel(_ pending: PendingRequest) {
    pending.end(with: .failure(.cancelled))
    _ = post { $0.commands.append(.cancel(pending)) }
  }

  func setConcurrency(_ count: Int) { state.withLock { $0.concurrency = count } }

  func close() {
    state.withLock { state in
      state.isClosed = true
      wake(&state)
    }
  }

  func waitUntilClosed() { takeThread()?.join() }

  /// Closes without waiting for the end of the thread.
  func closeSoon() {
    close()
    takeThread()?.detach()
  }

  private func takeThread() -> PosixThread? {
    state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }

  /// Adds to the queue of the thread, and starts or wakes it. Returns the reason why there is no thread.
  private func post(_ change: (inout State) -> Void) -> String? {
    state.withLock { state in
      if !state.isRunning {
        if state.isClosed { return "the bridge stops" }
        if let problem = start(&state) { return problem }
      }
      change(&state)
      wake(&state)
      return nil
    }
  }

  private func wake(_ state: inout State) {
    guard !state.isAwake else { return }
    state.isAwake = true
    if let interrupt = state.interrupt { interrupt() } else { self.state.wakeAll() }
  }

  private func start(_ state: inout State) -> String? {
    // Signals go to other threads: a handler on this thread would delay every request.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    do throws(SystemError) {
      state.thread = try PosixThread { [self] in run() }
    } catch {
      return "cannot create a thread: \(SystemError.reason(error.code))"
    }
    (state.isRunning, state.isAwake) = (true, true)
    return nil
  }
}

// The thread.
extension DeliveryThread {
  private func run() {
    var transfers: Transfers?
    while true {
      // Jobs send requests and cause further jobs, which share one turn. The turns without a look at the network are
      // limited: a task that only yields must not delay the answers to other tasks.
      var rounds = 0
      repeat {
        execute(takeQueue(), &transfers)
        transfers?.advance()
        rounds += 1
      } while hasQueue && rounds < 16
      if state.withLock({ $0.isClosed }) { break }
      if transfers?.isIdle == true {
        release(&transfers)
        whenIdle()
      }
      sleep(transfers)
    }
    release(&transfers)
    runElsewhere(leave())
  }

  private func execute(
    _ queue: (commands: [Command], jobs: [UnownedJob]), _ transfers: inout Transfers?
  ) {
    for command in queue.commands {
      switch command {
      case .begin(let pending): begin(pending, &transfers)
      case .cancel(let pending): transfers?.cancel(pending)
      case .stopSending(let time): transfers?.stopSending(until: time)
      }
    }
    for job in queue.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func begin(_ pending: PendingRequest, _ transfers: inout Transfers?) {
    do throws(CurlMissing) {
      if transfers == nil { transfers = try load() }
      transfers?.begin(pending)
    } catch {
      pending.end(with: .failure(error.failure))
    }
  }

  private func load() throws(CurlMissing) -> Transfers {
    let transfers = try Transfers(try Curl(), settings) { [self] in
      connections.add(1, ordering: .relaxed)
    }
    state.withLock { state in
      state.interrupt = transfers.interrupt
      transfers.concurrency = state.concurrency
    }
    return transfers
  }

  /// Ends all requests. From then on the thread is not woken in libcurl.
  private func release(_ transfers: inout Transfers?) {
    state.withLock { $0.interrupt = nil }
    transfers?.end()
    transfers = nil
  }

  private func takeQueue() -> (commands: [Command], jobs: [UnownedJob]) {
    state.withLock { state in
      defer { (state.commands, state.jobs) = ([], []) }
      return (state.commands, state.jobs)
    }
  }

  private var hasQueue: Bool {
    state.withLock { !$0.commands.isEmpty || !$0.jobs.isEmpty }
  }

  /// Sleeps until there is something to do.
  private func sleep(_ transfers: Transfers?) {
    let mayWait = state.withLock { state in
      state.isAwake = !(state.commands.isEmpty && state.jobs.isEmpty) || state.isClosed
      transfers?.concurrency = state.concurrency
      return !state.isAwake
    }
    if let transfers {
      transfers.wait(mayWait)
      state.withLock { $0.isAwake = true }
    } else {
      state.wait { $0.isAwake ? .done(()) : .until(.never) }
    }
  }

  /// Ends the queue, and returns the jobs that are left in it.
  private func leave() -> [UnownedJob] {
    state.withLock { state in
      state.isRunning = false
      for case .begin(let pending) in state.commands { pending.end(with: Self.closed) }
      defer { (state.commands, state.jobs) = ([], []) }
      return state.jobs
    }
  }

  private static let closed = PendingRequest.Outcome.failure(.cancelled)
}

extension DeliveryThread: TaskExecutor {
  /// Queues an executor job. Starts the thread if it does not run.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if post({ $0.jobs.append(job) }) != nil { runElsewhere([job]) }
  }

  /// Runs jobs on a global queue, after the end of the thread.
  private func runElsewhere(_ jobs: [UnownedJob]) {
    for job in jobs {
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}
