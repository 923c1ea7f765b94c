// Functions of the C library that its module does not declare for Swift: those that are variadic, and those that
// need _GNU_SOURCE. No header of the C library is included, so that this module defines no type that the C library's module has too.
#pragma once

#include <stddef.h>

int accept4(int listener, void *address, unsigned int *length, int flags);
int dl_iterate_phdr(int (*visit)(void *object, size_t size, void *data), void *data);
int eventfd(unsigned int initial, int flags);
unsigned long getauxval(unsigned long type);
int malloc_trim(size_t kept);
int mallopt(int parameter, int value);
void *memmem(const void *text, size_t length, const void *part, size_t part_length);
int pipe2(int *ends, int flags);
int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
int prctl(int option, ...);
int sched_getaffinity(int thread, size_t size, void *set);
int sched_setaffinity(int thread, size_t size, const void *set);
int sync_file_range(int descriptor, long offset, long bytes, unsigned int flags);
int timerfd_create(int clock, int flags);
int timerfd_settime(int descriptor, int flags, const void *value, void *former);

// The options of prctl: PR_SET_DUMPABLE, PR_SET_TIMERSLACK, PR_GET_CHILD_SUBREAPER.
static inline int set_dumpable(unsigned long value) { return prctl(4, value, 0L, 0L, 0L); }
static inline int set_timer_slack(unsigned long nanoseconds) { return prctl(29, nanoseconds, 0L, 0L, 0L); }
static inline int get_child_subreaper(int *value) { return prctl(37, value, 0L, 0L, 0L); }
