import Glibc

/// The scheduler of one run. It runs the tasks, timers and threads of the core one at a time, in an order that a seed
/// decides.
///
/// Threads of the core are threads of the system, but only the one with the baton runs; it alone uses this object. A
/// thread that blocks, or that waits for the disk, gives the baton away.
final class Scheduler: @unchecked Sendable {
  /// An event that a thread waits for.
  enum Event: Equatable {
    case change(of: UnsafeMutableRawPointer)
    case end(of: pthread_t)
    case time
  }

  /// A thread of the system that runs only with the baton. It takes steps of the scheduler when it has no other work.
  private final class Fiber: @unchecked Sendable {
    let baton = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    var handle = pthread_t()
    /// The work to begin with when it gets the baton.
    var body: (() -> Void)?
    var event: Event?
    /// The number of the wait, so that an old timer does not end a new wait.
    var wait: UInt64 = 0

    init() { sem_init(baton, 0, 0) }

    func take() { while Original.semWait(UnsafeMutableRawPointer(baton)) != 0 {} }
    func give() { _ = Original.semPost(UnsafeMutableRawPointer(baton)) }
  }

  private enum Item {
    case job(UnownedJob)
    case call(() -> Void)
    case fiber(Fiber)
  }

  private struct Timer {
    let time: UInt64
    let number: UInt64
    let fire: () -> Void
  }

  nonisolated(unsafe) private static var running: Scheduler?
  nonisolated(unsafe) private static var idle: [Fiber] = []
  private static let executor = Executor()

  private let main = Fiber()
  private var current: Fiber
  private var blocked: [Fiber] = []
  /// The threads of the core that have ended and are not joined.
  private var ended: [pthread_t] = []
  private var ready: [Item] = []
  /// The latest is first.
  private var timers: [Timer] = []
  private var numbers: UInt64 = 0
  private var isDone: () -> Bool = { true }
  /// The order of steps, which nothing else uses.
  private var order: Generator
  private var entropy: Generator

  /// The probability that a thread loses the baton at a lock.
  var pausePercent = 0
  /// The power of two that limits the nanoseconds of such a pause.
  var pauseLimit: UInt64 = 1

  /// Nanoseconds on a clock that never jumps.
  private(set) var now: UInt64 = 1_000_000_000_000
  private(set) var steps = 0
  private(set) var switches = 0
  /// A digest of the order of all steps, by which two runs are compared.
  private(set) var digest: UInt64 = 0

  /// Creates the scheduler that this thread and all tasks of the process use until `end`.
  init(seed: UInt64) {
    order = Generator(seed: seed, for: "order")
    entropy = Generator(seed: seed, for: "entropy")
    main.handle = pthread_self()
    current = main
    guard let symbol = dlsym(nil, "swift_task_enqueueGlobal_hook") else {
      preconditionFailure("the runtime has no hook for tasks")
    }
    symbol.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee = unsafeBitCast(
      enqueueHook, to: UnsafeRawPointer.self)
    Self.running = self
  }

  /// The scheduler, if this thread has its baton.
  static var ofThisThread: Scheduler? {
    guard let running, pthread_equal(running.current.handle, pthread_self()) != 0 else {
      return nil
    }
    return running
  }

  fileprivate static func enqueue(_ job: UnownedJob) {
    // Tasks left by a failed run are not executed.
    running?.ready.append(.job(job))
  }

  /// Ends the use of this scheduler. Returns the number of threads that still wait for something.
  func end() -> Int {
    Self.running = nil
    isDone = { true }
    timers = []
    ready = []
    return blocked.count
  }
}

private typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
private typealias EnqueueHook = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void
private let enqueueHook: EnqueueHook = { job, _ in Scheduler.enqueue(job) }

/// The executor on which jobs are run.
private final class Executor: TaskExecutor {
  func enqueue(_ job: UnownedJob) { Scheduler.enqueue(job) }
}

// Work.
extension Scheduler {
  /// Runs `body` as a step of its own.
  func call(_ body: @escaping () -> Void) { ready.append(.call(body)) }

  /// Runs `body` as a step of its own, after that time.
  func call(after duration: Duration, _ body: @escaping () -> Void) {
    at(now + duration.nanoseconds) { [self] in call(body) }
  }

  /// Runs `fire` after that time, between two steps. It must only make steps ready.
  func timer(after duration: Duration, _ fire: @escaping () -> Void) {
    at(now + duration.nanoseconds, fire)
  }

  /// Runs `fire` at that time. It must only make steps ready.
  private func at(_ time: UInt64, _ fire: @escaping () -> Void) {
    numbers += 1
    let timer = Timer(time: time, number: numbers, fire: fire)
    var (low, high) = (0, timers.count)
    while low < high {
      let middle = (low + high) / 2
      if (timers[middle].time, timers[middle].number) > (time, timer.number) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    timers.insert(timer, at: low)
  }

  /// Runs steps until the condition holds or nothing is left to do. Returns whether it holds.
  func run(until isDone: @escaping () -> Bool) -> Bool {
    precondition(current === main)
    self.isDone = isDone
    hand(to: looper(), from: main)
    return isDone()
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: entropy.next() >> 8) }
  }
}

// Threads.
extension Scheduler {
  /// Starts a thread of the core.
  func start(_ body: @escaping () -> Void) -> pthread_t {
    let fiber = looper()
    let handle = fiber.handle
    fiber.body = { [self] in
      body()
      ended.append(handle)
      wake(.end(of: handle))
    }
    ready.append(.fiber(fiber))
    return handle
  }

  func join(_ handle: pthread_t) {
    while !ended.contains(where: { pthread_equal($0, handle) != 0 }) { wait(for: .end(of: handle)) }
    ended.removeAll { pthread_equal($0, handle) != 0 }
  }

  /// Blocks this thread until the event.
  func wait(for event: Event) {
    begin(event)
    pass(from: current)
  }

  /// Blocks this thread for that time.
  func pause(_ nanoseconds: UInt64) {
    let number = begin(.time)
    resume(current, number, at: now + nanoseconds)
    pass(from: current)
  }

  /// Lets other threads run before this one continues, now and then.
  func mayPause() {
    guard order.chance(pausePercent) else { return }
    pause(order.next() & (pauseLimit - 1))
  }

  /// Waits for a change of a condition, or for a time.
  func wait(
    on condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer, until time: UInt64?
  ) {
    let number = begin(.change(of: condition))
    _ = simulatedUnlock(mutex)
    if let time { resume(current, number, at: time) }
    pass(from: current)
    _ = simulatedLock(mutex)
  }

  /// Makes the threads ready that wait for that event.
  func wake(_ event: Event) {
    guard blocked.contains(where: { $0.event == event }) else { return }
    for fiber in blocked where fiber.event == event {
      fiber.event = nil
      ready.append(.fiber(fiber))
    }
    blocked.removeAll { $0.event == nil }
  }

  @discardableResult
  private func begin(_ event: Event) -> UInt64 {
    numbers += 1
    current.event = event
    current.wait = numbers
    blocked.append(current)
    return numbers
  }

  private func resume(_ fiber: Fiber, _ number: UInt64, at time: UInt64) {
    at(time) { [self] in
      guard fiber.wait == number, fiber.event != nil else { return }
      fiber.event = nil
      blocked.removeAll { $0 === fiber }
      ready.append(.fiber(fiber))
    }
  }
}

// Steps.
extension Scheduler {
  /// Chooses the next step; nil if there is none, or at the end.
  private func next() -> Item? {
    if isDone() { return nil }
    while ready.isEmpty {
      guard let timer = timers.popLast() else { return nil }
      now = max(now, timer.time)
      timer.fire()
    }
    let index = order.below(ready.count)
    steps += 1
    now += 1000 + order.next() & 0x3FFF
    digest = (digest ^ UInt64(index) ^ now) &* 0x100_0000_01B3
    while let timer = timers.last, timer.time <= now {
      timers.removeLast()
      timer.fire()
    }
    let item = ready[index]
    ready.swapAt(index, ready.count - 1)
    ready.removeLast()
    return item
  }

  /// Gives the baton to the next step, while `fiber` waits for it. Returns when the fiber has the baton again.
  private func pass(from fiber: Fiber) {
    switch next() {
    case .fiber(let other)?:
      if other !== fiber { hand(to: other, from: fiber) }
    case nil: hand(to: main, from: fiber)
    case .job(let job)?:
      let other = looper()
      other.body = { Self.run(job) }
      hand(to: other, from: fiber)
    case .call(let body)?:
      let other = looper()
      other.body = body
      hand(to: other, from: fiber)
    }
  }

  private static func run(_ job: UnownedJob) {
    job.runSynchronously(on: executor.asUnownedTaskExecutor())
  }

  /// Takes steps for as long as the process runs.
  private static func loop(_ fiber: Fiber) {
    fiber.take()
    while let scheduler = running {
      if let body = fiber.body {
        fiber.body = nil
        body()
        continue
      }
      switch scheduler.next() {
      case .job(let job)?: run(job)
      case .call(let body)?: body()
      case .fiber(let other)?:
        if other === fiber { continue }
        idle.append(fiber)
        scheduler.hand(to: other, from: fiber)
      case nil:
        idle.append(fiber)
        scheduler.hand(to: scheduler.main, from: fiber)
      }
    }
    preconditionFailure("a thread continues after its run has ended")
  }

  private func hand(to other: Fiber, from fiber: Fiber) {
    switches += 1
    current = other
    other.give()
    fiber.take()
  }

  /// Returns a thread that waits for work, made if necessary.
  private func looper() -> Fiber {
    if let fiber = Self.idle.popLast() { return fiber }
    let fiber = Fiber()
    let argument = Unmanaged.passUnretained(fiber)
    Self.kept.append(fiber)
    let failure = withUnsafeMutablePointer(to: &fiber.handle) {
      Original.create(
        UnsafeMutableRawPointer($0), nil,
        { argument in
          guard let argument else { return nil }
          Scheduler.loop(Unmanaged<Fiber>.fromOpaque(argument).takeUnretainedValue())
          return nil
        }, argument.toOpaque())
    }
    precondition(failure == 0, "the system starts no thread")
    return fiber
  }

  nonisolated(unsafe) private static var kept: [Fiber] = []
}

extension Duration {
  /// The nanoseconds of a duration that is not negative, at most 100 years.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = max(.zero, self).components
    return UInt64(min(seconds, 3_000_000_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
