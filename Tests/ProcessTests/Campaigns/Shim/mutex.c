// The thread sanitizer sees the fast path of a Swift Mutex, which is compiled into the caller, but not the slow path
// in the library: a lock that had to wait looks like no lock. These functions stand in front of the slow path and report
// to the sanitizer. Loaded with LD_PRELOAD by `Tests/campaign long threads`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define CONTEXT __attribute__((swift_context))
typedef __attribute__((swiftcall)) void Lock(uint32_t, CONTEXT void *);
typedef __attribute__((swiftcall)) void Unlock(CONTEXT void *);

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((swiftcall)) void lock_slow(uint32_t, CONTEXT void *) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(CONTEXT void *) __asm__(UNLOCK);

static Lock *next_lock;
static Unlock *next_unlock;

__attribute__((constructor)) static void find(void) {
  next_lock = (Lock *)dlsym(RTLD_NEXT, LOCK);
  next_unlock = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
}

__attribute__((swiftcall)) void lock_slow(uint32_t thread, CONTEXT void *mutex) {
  next_lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(CONTEXT void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  next_unlock(mutex);
}
