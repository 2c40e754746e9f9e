// Precedes libc's `syscall` and `nanosleep` (LD_PRELOAD), and notes how long each wait may last and how long
// it did.
// It also precedes `clock_gettime`: a thread can set its own clock, which waits alone advance.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Waits by the logarithm of their microseconds, rounded up; how often one was asked to be longer than the one
// before it in the same block.
long long waits_asked[32], waits_lasted[32], waits_longest, waits_count, waits_rising;
static long long last;

// The time of the thread; below 0: that of the system. And whether each wait ends with what it awaits.
static __thread long long clock_of_thread = -1;
static __thread int is_patient;

void waits_begin_block(void) { last = -1; }
void waits_set_clock(long long nanoseconds) { clock_of_thread = nanoseconds; }
void waits_be_patient(void) { is_patient = 1; }

static int place(long long nanoseconds) {
  int bits = 0;
  for (long long left = nanoseconds / 1000; left > 0 && bits < 31; left >>= 1) bits++;
  return bits;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC || clock_of_thread < 0) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){clock_of_thread / 1000000000, clock_of_thread % 1000000000};
  return 0;
}

static long long now(void) {
  struct timespec time;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void note(long long asked) {
  if (last >= 0 && asked > last) waits_rising++;
  last = asked;
  if (asked > waits_longest) waits_longest = asked;
  waits_count++;
  waits_asked[place(asked)]++;
}

long syscall(long number, ...) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  long a[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  if (number != SYS_futex || a[1] != FUTEX_WAIT || !a[3]) return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  const struct timespec *most = (const struct timespec *)a[3];
  long long asked = most->tv_sec * 1000000000LL + most->tv_nsec, begin = now();
  note(asked);
  long result = next(number, a[0], a[1], a[2], is_patient ? 0 : a[3], a[4], a[5]);
  if (result < 0 && errno == ETIMEDOUT && clock_of_thread >= 0) clock_of_thread += asked;
  waits_lasted[place(now() - begin)]++;
  return result;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (clock_of_thread >= 0) {
    long long asked = time->tv_sec * 1000000000LL + time->tv_nsec;
    note(asked);
    clock_of_thread += asked;
  }
  return (int)syscall(SYS_nanosleep, time, rest);
}
