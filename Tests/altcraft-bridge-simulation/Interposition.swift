import Glibc
import Synchronization

// The functions of the C library and of the Swift runtime that start threads, block them, or read a clock or random
// numbers. The definitions of an executable precede those of its libraries, so all calls of this process arrive here.
// A call on a thread of a simulation goes to its scheduler, and any other to the next definition.

nonisolated(unsafe) private let next = UnsafeMutableRawPointer(bitPattern: -1)

private func original<Function>(_ name: String, as type: Function.Type) -> Function {
  guard let symbol = dlsym(next, name) else { preconditionFailure("the C library lacks \(name)") }
  return unsafeBitCast(symbol, to: type)
}

public typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

/// The definitions of the libraries.
enum Original {
  typealias OnPointer = @convention(c) (UnsafeMutableRawPointer) -> Int32

  // To initialize a constant, Swift's runtime needs locks.
  nonisolated(unsafe) private static var lockSymbol: UnsafeMutableRawPointer?
  nonisolated(unsafe) private static var unlockSymbol: UnsafeMutableRawPointer?

  static func lock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
    if lockSymbol == nil {
      lockSymbol = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "pthread_mutex_lock")
    }
    return unsafeBitCast(lockSymbol, to: OnPointer.self)(mutex)
  }

  static func unlock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
    if unlockSymbol == nil {
      unlockSymbol = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "pthread_mutex_unlock")
    }
    return unsafeBitCast(unlockSymbol, to: OnPointer.self)(mutex)
  }

  nonisolated(unsafe) static let create = original(
    "pthread_create",
    as: (@convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer?, ThreadBody, UnsafeMutableRawPointer?
    ) -> Int32).self)
  nonisolated(unsafe) static let join = original(
    "pthread_join",
    as: (@convention(c) (pthread_t, UnsafeMutableRawPointer?) -> Int32).self)
  nonisolated(unsafe) static let detach = original(
    "pthread_detach", as: (@convention(c) (pthread_t) -> Int32).self)
  nonisolated(unsafe) static let condWait = original(
    "pthread_cond_wait",
    as: (@convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32).self)
  nonisolated(unsafe) static let condTimedWait = original(
    "pthread_cond_timedwait",
    as: (@convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafePointer<timespec>
    ) -> Int32).self)
  nonisolated(unsafe) static let condBroadcast = original(
    "pthread_cond_broadcast", as: OnPointer.self)
  nonisolated(unsafe) static let semWait = original("sem_wait", as: OnPointer.self)
  nonisolated(unsafe) static let semPost = original("sem_post", as: OnPointer.self)
  nonisolated(unsafe) static let clock = original(
    "clock_gettime", as: (@convention(c) (Int32, UnsafeMutablePointer<timespec>) -> Int32).self)
  nonisolated(unsafe) static let random = original(
    "swift_stdlib_random", as: (@convention(c) (UnsafeMutableRawPointer, Int) -> Void).self)
}

@_cdecl("pthread_create")
public func simulatedCreate(
  _ handle: UnsafeMutableRawPointer, _ attributes: UnsafeRawPointer?, _ body: ThreadBody,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else {
    return Original.create(handle, attributes, body, argument)
  }
  nonisolated(unsafe) let argument = argument
  handle.assumingMemoryBound(to: pthread_t.self).pointee = scheduler.start { _ = body(argument) }
  return 0
}

@_cdecl("pthread_join")
public func simulatedJoin(_ handle: pthread_t, _ result: UnsafeMutableRawPointer?) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.join(handle, result) }
  scheduler.join(handle)
  return 0
}

@_cdecl("pthread_detach")
public func simulatedDetach(_ handle: pthread_t) -> Int32 {
  Scheduler.ofThisThread == nil ? Original.detach(handle) : 0
}

@_cdecl("pthread_cond_wait")
public func simulatedWait(_ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer)
  -> Int32
{
  guard let scheduler = Scheduler.ofThisThread else { return Original.condWait(condition, mutex) }
  scheduler.wait(on: condition, mutex, until: nil)
  return 0
}

@_cdecl("pthread_cond_timedwait")
public func simulatedTimedWait(
  _ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer,
  _ time: UnsafePointer<timespec>
) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else {
    return Original.condTimedWait(condition, mutex, time)
  }
  let nanoseconds = UInt64(time.pointee.tv_sec) * 1_000_000_000 + UInt64(time.pointee.tv_nsec)
  scheduler.wait(on: condition, mutex, until: nanoseconds)
  return 0
}

@_cdecl("pthread_cond_broadcast")
public func simulatedBroadcast(_ condition: UnsafeMutableRawPointer) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.condBroadcast(condition) }
  scheduler.wake(.change(of: condition))
  return 0
}

@_cdecl("sem_wait")
public func simulatedSemWait(_ semaphore: UnsafeMutableRawPointer) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.semWait(semaphore) }
  while sem_trywait(semaphore.assumingMemoryBound(to: sem_t.self)) != 0 {
    scheduler.wait(for: .change(of: semaphore))
  }
  return 0
}

@_cdecl("sem_post")
public func simulatedSemPost(_ semaphore: UnsafeMutableRawPointer) -> Int32 {
  defer { Scheduler.ofThisThread?.wake(.change(of: semaphore)) }
  return Original.semPost(semaphore)
}

@_cdecl("clock_gettime")
public func simulatedClock(_ clock: Int32, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.clock(clock, time) }
  let now = scheduler.now
  time.pointee = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
  return 0
}

@_cdecl("swift_stdlib_random")
public func simulatedRandom(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  guard let scheduler = Scheduler.ofThisThread else { return Original.random(buffer, count) }
  scheduler.fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

// Without optimisation, `SystemRandomNumberGenerator` is called in the library, which finds its own source of bytes.
@_silgen_name("$ss27SystemRandomNumberGeneratorV4nexts6UInt64VyF")
public func simulatedRandomNumber() -> UInt64 {
  var number: UInt64 = 0
  simulatedRandom(&number, MemoryLayout<UInt64>.size)
  return number
}

// Locks. A thread of a simulation may lose the baton while it holds one.

#if arch(x86_64)
  private let futex = 202
#else
  private let futex = 98
#endif

// The linker gives calls of the executable to the functions named `__wrap`, and those of libraries to the others.
@_cdecl("__wrap_pthread_mutex_lock")
func simulatedLock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.lock(mutex) }
  scheduler.mayPause()
  while pthread_mutex_trylock(mutex.assumingMemoryBound(to: pthread_mutex_t.self)) != 0 {
    scheduler.wait(for: .change(of: mutex))
  }
  return 0
}

@_cdecl("__wrap_pthread_mutex_unlock")
func simulatedUnlock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  let result = Original.unlock(mutex)
  Scheduler.ofThisThread?.wake(.change(of: mutex))
  return result
}

/// The number of threads that wait for a lock of a library.
nonisolated(unsafe) private var waitersOfLibraries = 0

/// Locks for a library. Swift's runtime holds a lock of a task while it runs the handler of its cancellation, which may
/// lose the baton. Nothing else about its locks is of interest, so they are no places for a pause.
@_cdecl("pthread_mutex_lock")
public func simulatedLibraryLock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  guard let scheduler = Scheduler.ofThisThread else { return Original.lock(mutex) }
  while pthread_mutex_trylock(mutex.assumingMemoryBound(to: pthread_mutex_t.self)) != 0 {
    waitersOfLibraries += 1
    scheduler.wait(for: .change(of: mutex))
    waitersOfLibraries -= 1
  }
  return 0
}

@_cdecl("pthread_mutex_unlock")
public func simulatedLibraryUnlock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  let result = Original.unlock(mutex)
  // The wake may itself need a lock of the runtime.
  if waitersOfLibraries > 0 { Scheduler.ofThisThread?.wake(.change(of: mutex)) }
  return result
}

/// The lock of `Mutex`, with the functions that it calls when it is not free. Its word is the number of the thread that
/// holds it, with the highest bit if others wait; zero if it is free. `Mutex` calls these definitions, because those of
/// an executable precede those of its libraries.
struct LockOfMutex: ~Copyable {
  private static let waiters: UInt32 = 1 << 31
  private static let operationLock = 6 | 128
  private static let operationUnlock = 7 | 128

  let storage: Atomic<UInt32>

  @_silgen_name("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF")
  @inline(never)
  borrowing func lockSlow(_ thread: UInt32) {
    let address = Self.address(of: storage)
    guard let scheduler = Scheduler.ofThisThread else {
      while systemCall(futex, Int(bitPattern: address), Self.operationLock, 0, 0, 0, 0) != 0 {}
      return
    }
    while storage.load(ordering: .relaxed) != 0 {
      storage.bitwiseOr(Self.waiters, ordering: .relaxed)
      scheduler.wait(for: .change(of: address))
    }
    storage.store(thread, ordering: .relaxed)
  }

  @_silgen_name("$s15Synchronization12_MutexHandleV11_unlockSlowyyF")
  @inline(never)
  borrowing func unlockSlow() {
    let address = Self.address(of: storage)
    guard let scheduler = Scheduler.ofThisThread else {
      while systemCall(futex, Int(bitPattern: address), Self.operationUnlock, 0, 0, 0, 0) != 0 {}
      return
    }
    storage.store(0, ordering: .relaxed)
    scheduler.wake(.change(of: address))
  }

  /// Returns the address, at which the storage stays: an atomic is never moved while it is borrowed.
  private static func address(of storage: borrowing Atomic<UInt32>) -> UnsafeMutableRawPointer {
    withUnsafePointer(to: storage) { UnsafeMutableRawPointer(mutating: $0) }
  }
}

@_silgen_name("syscall")
private func systemCall(
  _ number: Int, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int,
  _ sixth: Int
) -> Int
