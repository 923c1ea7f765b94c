// Loaded before the C library into the bridge under test: stands between it and the files below
// $FAULT_ROOT. Counts every call on them, and lets the chosen ones end in the chosen way. Counted here
// and not by strace, which counts per thread: the calls of the journal come from many. strace cannot
// make a write short either. A test holds what is counted here against what strace sees.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTHING, KILL_BEFORE, KILL_AFTER, FAIL, SHORTEN, SKIP };

// Numbers of 64 bits at these places of the mapped $FAULT_CONTROL.
struct control {
  _Atomic int64_t calls;     // so far, of the chosen kinds
  _Atomic int64_t hits;      // that ended otherwise
  _Atomic int64_t action;
  _Atomic int64_t first;     // by number of the call, from 1
  _Atomic int64_t last;
  _Atomic int64_t code;      // errno for FAIL
  _Atomic int64_t kinds;     // bits
};

enum {
  CREATE = 1, OPEN = 2, WRITE = 4, SYNC = 8, RENAME = 16, UNLINK = 32, TRUNCATE = 64, ALLOCATE = 128,
  READ = 256, MAKE = 512
};

static struct control *control;
static char root[PATH_MAX];
static size_t root_length;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_CONTROL"), *below = getenv("FAULT_ROOT");
  if (path == NULL || below == NULL) return;
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  strncpy(root, below, sizeof root - 1);
  root_length = strlen(root);
  if (map != MAP_FAILED) control = map;
}

static int is_below(const char *path) {
  return strncmp(path, root, root_length) == 0
    && (path[root_length] == 0 || path[root_length] == '/' || path[root_length] == ' ');
}

static int is_ours(int descriptor) {
  if (control == NULL || descriptor < 0) return 0;
  int before = errno;
  char link[64] = "/proc/self/fd/", path[PATH_MAX], digits[16];
  int count = 0;
  do { digits[count++] = '0' + descriptor % 10; } while ((descriptor /= 10) > 0);
  size_t end = strlen(link);
  while (count > 0) link[end++] = digits[--count];
  link[end] = 0;
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_ours_at(int descriptor, const char *name) {
  if (control == NULL) return 0;
  if (name[0] == '/') return is_below(name);
  return descriptor == AT_FDCWD ? 0 : is_ours(descriptor);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Returns the action for this call, which belongs to the bridge.
static int next(int kind) {
  if ((control->kinds & kind) == 0) return NOTHING;
  int64_t number = ++control->calls;
  if (number < control->first || number > control->last) return NOTHING;
  int action = (int)control->action;
  if (action == NOTHING || (action == SKIP && kind != SYNC)) return NOTHING;
  if (action == SHORTEN && (kind & (WRITE | READ)) == 0) return NOTHING;
  control->hits++;
  if (action == KILL_BEFORE) die();
  return action;
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define AROUND(ours, kind, call) \
  int action = (ours) ? next(kind) : NOTHING; \
  if (action == FAIL) { errno = (int)control->code; return -1; } \
  if (action == SKIP) return 0; \
  __typeof__(call) result = call; \
  if (action == KILL_AFTER) die(); \
  return result

static size_t part(int action, size_t count) {
  return action == SHORTEN && count > 1 ? (count + 1) / 2 : count;
}

#define OPENING(name, directory) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  } \
  REAL(name)

int openat(int directory, const char *path, int flags, ...) {
  OPENING(openat, directory);
  AROUND(is_ours_at(directory, path), flags & O_CREAT ? CREATE : OPEN, real(directory, path, flags, mode));
}

int openat64(int directory, const char *path, int flags, ...) {
  OPENING(openat64, directory);
  AROUND(is_ours_at(directory, path), flags & O_CREAT ? CREATE : OPEN, real(directory, path, flags, mode));
}

int mkdirat(int directory, const char *path, mode_t mode) {
  REAL(mkdirat);
  AROUND(is_ours_at(directory, path), MAKE, real(directory, path, mode));
}

int renameat(int from, const char *name, int to, const char *target) {
  REAL(renameat);
  AROUND(is_ours_at(from, name), RENAME, real(from, name, to, target));
}

int unlinkat(int directory, const char *path, int flags) {
  REAL(unlinkat);
  AROUND(is_ours_at(directory, path), UNLINK, real(directory, path, flags));
}

int fdatasync(int descriptor) {
  REAL(fdatasync);
  AROUND(is_ours(descriptor), SYNC, real(descriptor));
}

int sync_file_range(int descriptor, off64_t offset, off64_t count, unsigned int flags) {
  REAL(sync_file_range);
  AROUND(is_ours(descriptor), SYNC, real(descriptor, offset, count, flags));
}

int fsync(int descriptor) {
  REAL(fsync);
  AROUND(is_ours(descriptor), SYNC, real(descriptor));
}

int ftruncate(int descriptor, off_t size) {
  REAL(ftruncate);
  AROUND(is_ours(descriptor), TRUNCATE, real(descriptor, size));
}

int ftruncate64(int descriptor, off64_t size) {
  REAL(ftruncate64);
  AROUND(is_ours(descriptor), TRUNCATE, real(descriptor, size));
}

// Answers the error number and leaves errno alone.
static int allocate(int descriptor, off_t offset, off_t size, int (*real)(int, off_t, off_t)) {
  int action = is_ours(descriptor) ? next(ALLOCATE) : NOTHING;
  if (action == FAIL) return (int)control->code;
  int result = real(descriptor, offset, size);
  if (action == KILL_AFTER) die();
  return result;
}

int posix_fallocate(int descriptor, off_t offset, off_t size) {
  REAL(posix_fallocate);
  return allocate(descriptor, offset, size, real);
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t size) {
  REAL(posix_fallocate64);
  return allocate(descriptor, offset, size, real);
}

#define MOVING(kind, call) \
  int action = is_ours(descriptor) ? next(kind) : NOTHING; \
  if (action == FAIL) { errno = (int)control->code; return -1; } \
  size_t size = part(action, count); \
  ssize_t result = call; \
  if (action == KILL_AFTER) die(); \
  return result

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  MOVING(WRITE, real(descriptor, bytes, size, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  MOVING(WRITE, real(descriptor, bytes, size, offset));
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(write);
  MOVING(WRITE, real(descriptor, bytes, size));
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  REAL(pread);
  MOVING(READ, real(descriptor, bytes, size, offset));
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  REAL(pread64);
  MOVING(READ, real(descriptor, bytes, size, offset));
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  REAL(read);
  MOVING(READ, real(descriptor, bytes, size));
}
