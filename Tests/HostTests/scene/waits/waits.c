// Stands before libc's `syscall` (LD_PRELOAD), and notes how long each ppoll asks to wait and how long it
// lasted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>

// Waits by the logarithm of their microseconds, rounded up; how often one was asked to be longer than the one
// before it in the same block.
long long waits_asked[32], waits_lasted[32], waits_longest, waits_count, waits_rising;
static long long last;

void waits_begin_block(void) { last = -1; }

static int place(long long nanoseconds) {
  int bits = 0;
  for (long long left = nanoseconds / 1000; left > 0 && bits < 31; left >>= 1) bits++;
  return bits;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

long syscall(long number, ...) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  long a[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  if (number != SYS_ppoll || !a[2]) return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  const struct timespec *most = (const struct timespec *)a[2];
  long long asked = most->tv_sec * 1000000000LL + most->tv_nsec, begin = now();
  if (last >= 0 && asked > last) waits_rising++;
  last = asked;
  if (asked > waits_longest) waits_longest = asked;
  waits_count++;
  waits_asked[place(asked)]++;
  long result = next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  waits_lasted[place(now() - begin)]++;
  return result;
}
