import Dispatch
import Glibc
import Synchronization
import System

/// The state that `WorkerHTTPClient` and the thread of its supervisor share: the queue of commands and
/// executor jobs for that thread, and the facts that the thread publishes.
final class WorkerExecutor: Sendable {
  enum SupervisorCommand: Sendable {
    case send(PendingRequest)
    case cancel(UInt64)
  }

  struct State {
    var commands: [SupervisorCommand] = []
    var jobs: [UnownedJob] = []
    /// True if the supervisor checks for new commands and jobs before it sleeps.
    var isAwake = false
    var lastID: UInt64 = 0
    var outstanding = 0
    var isClosed = false
    var supervisor: PosixThread?
    /// The write end of the supervisor's wake-up socket, while its thread runs.
    var wakeUp: Int32?
    var starts = 0
    var losses = 0
    /// The time without a request after which the process ends.
    var idle: Duration
    var processID: Int32?
  }

  let path: String
  let userAgent: String
  let settings: WorkerHTTPClient.Settings
  let report: @Sendable (WorkerHTTPClient.Report) -> Void
  let state: Mutex<State>

  init(
    path: String, userAgent: String, settings: WorkerHTTPClient.Settings,
    report: @escaping @Sendable (WorkerHTTPClient.Report) -> Void
  ) {
    self.path = path
    self.userAgent = userAgent
    self.settings = settings
    self.report = report
    state = Mutex(State(idle: settings.idle))
  }

  /// Checks the request and queues it. It counts as outstanding until `forget`. The first one starts the supervisor's
  /// thread.
  func begin(_ request: HTTPRequest) throws(HTTPFailure) -> PendingRequest {
    var request = request
    if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
      request.headers.append(HTTPHeader("User-Agent", userAgent))
    }
    if let fault = request.fault { throw .transport(message: "not sent: \(fault)") }
    request.responseLimit = min(max(0, request.responseLimit), WorkerFrame.maxBodyLength)

    return try state.withLock { [request] state throws(HTTPFailure) -> PendingRequest in
      guard !state.isClosed else { throw .worker(message: "the delivery process was closed") }
      guard state.outstanding < settings.maxOutstanding else {
        throw .worker(message: "\(settings.maxOutstanding) requests are already in progress")
      }
      if state.wakeUp == nil, let error = startSupervisor(&state) { throw .worker(message: error) }
      state.outstanding += 1
      state.lastID += 1
      let ticket = PendingRequest(id: state.lastID, request: request)
      state.commands.append(.send(ticket))
      state.wakeSupervisor()
      return ticket
    }
  }

  /// Ends a request at once. The supervisor tells the worker, if it has the request.
  func cancel(_ ticket: PendingRequest) {
    ticket.end(with: .failure(.cancelled))
    state.withLock { state in
      guard state.wakeUp != nil else { return }
      state.commands.append(.cancel(ticket.id))
      state.wakeSupervisor()
    }
  }

  /// Takes the commands and jobs that were added since the last call. Returns nil if there are none; the
  /// supervisor may then sleep.
  func take() -> (commands: [SupervisorCommand], jobs: [UnownedJob])? {
    state.withLock { state in
      state.isAwake = !(state.commands.isEmpty && state.jobs.isEmpty)
      guard state.isAwake else { return nil }
      defer { (state.commands, state.jobs) = ([], []) }
      return (state.commands, state.jobs)
    }
  }

  func setIdle(_ time: Duration) {
    state.withLock { state in
      state.idle = time
      state.wakeSupervisor()
    }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Ends the count of a request as outstanding, after its call has returned.
  func forget(_ ticket: PendingRequest) {
    state.withLock { $0.outstanding -= 1 }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wakeSupervisor()
    }
  }

  func waitUntilClosed() {
    takeSupervisor()?.join()
  }

  /// Closes without waiting for the end of the supervisor's thread.
  func closeSoon() {
    close()
    takeSupervisor()?.detach()
  }

  private func takeSupervisor() -> PosixThread? {
    state.withLock { state in
      defer { state.supervisor = nil }
      return state.supervisor
    }
  }
}

extension WorkerExecutor: TaskExecutor {
  /// Queues an executor job. Starts the supervisor's thread if it does not run.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      let isRunning = state.wakeUp != nil || (!state.isClosed && startSupervisor(&state) == nil)
      guard isRunning else { return false }
      state.jobs.append(job)
      state.wakeSupervisor()
      return true
    }
    if !isTaken { runElsewhere([job]) }
  }

  /// Runs jobs on a global queue, for the time when the supervisor's thread runs no more jobs.
  func runElsewhere(_ jobs: [UnownedJob]) {
    for job in jobs {
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension WorkerExecutor.State {
  /// Wakes the supervisor. One byte is enough for any number of commands. No byte is needed while the
  /// supervisor is awake, as when it posts a command itself. A full socket means that it is awake anyway.
  fileprivate mutating func wakeSupervisor() {
    guard let wakeUp, !isAwake else { return }
    isAwake = true
    var byte: UInt8 = 1
    _ = Glibc.send(wakeUp, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
}

extension WorkerExecutor {
  /// Starts the supervisor's thread. Returns the reason if it cannot be started.
  private func startSupervisor(_ state: inout State) -> String? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { return SystemError("cannot create a socket pair").description }
    let wakeUp = ends[1]

    // Signals go to other threads: a handler on this thread would delay every request.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    do throws(SystemError) {
      state.supervisor = try PosixThread { [self] in WorkerSupervisor(self, wakeUp: wakeUp).run() }
    } catch {
      Glibc.close(ends[0])
      Glibc.close(wakeUp)
      return "cannot create a thread: \(SystemError.reason(error.code))"
    }
    state.wakeUp = ends[0]
    state.isAwake = true
    return nil
  }
}
