// Proves the real-time rule on a built plugin: counts allocations, locks and system calls inside run,
// activate and deactivate while the load of load.c plays. Exits with 1 if it counts any.
//
// Allocation and locks: this program's own definitions replace those of libc (it is linked with -rdynamic).
// System calls: while the selector byte is set, the kernel's syscall user dispatch turns each system call of
// this thread into SIGSYS, whether libc, liblo or an inline instruction makes it. TACTUS_TRAP_ALLOWS has the
// numbers of calls that are meant: they are counted apart.
#include "host.h"
#include "load.h"
#include <dlfcn.h>
#include <errno.h>
#include <lv2/atom/atom.h>
#include <lv2/parameters/parameters.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#endif
enum { filter_allow = 0, filter_block = 1 };

static _Thread_local volatile int inside;
#ifdef __x86_64__
static volatile char selector = filter_allow;
#endif
static struct {
  unsigned long allocations, locks, system_calls, clock_reads, meant;
  const char *first_name;
  long first_system_call;
} seen = {.first_system_call = -1};

static void count(unsigned long *counter, const char *name) {
  if (!inside) return;
  ++*counter;
  if (!seen.first_name) seen.first_name = name;
}

// --- allocation: libc exports the real functions under these names
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
void *malloc(size_t size) { return count(&seen.allocations, "malloc"), __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return count(&seen.allocations, "calloc"), __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return count(&seen.allocations, "realloc"), __libc_realloc(p, size); }
void free(void *p) { count(&seen.allocations, "free"), __libc_free(p); }
void *memalign(size_t to, size_t size) {
  return count(&seen.allocations, "memalign"), __libc_memalign(to, size);
}
void *aligned_alloc(size_t to, size_t size) {
  return count(&seen.allocations, "aligned_alloc"), __libc_memalign(to, size);
}
int posix_memalign(void **p, size_t to, size_t size) {
  count(&seen.allocations, "posix_memalign");
  return (*p = __libc_memalign(to, size)) ? 0 : ENOMEM;
}

// --- locks and all other synchronisation of threads
#define COUNTED(name, parameters, arguments)                        \
  int name parameters {                                             \
    static int (*next) parameters;                                  \
    if (!next) {                                                    \
      int was = inside;                                             \
      inside = 0;                                                   \
      next = (int(*) parameters)dlsym(RTLD_NEXT, #name);            \
      inside = was;                                                 \
    }                                                               \
    count(&seen.locks, #name);                                      \
    return next arguments;                                          \
  }
COUNTED(pthread_mutex_lock, (pthread_mutex_t * a), (a))
COUNTED(pthread_mutex_trylock, (pthread_mutex_t * a), (a))
COUNTED(pthread_mutex_unlock, (pthread_mutex_t * a), (a))
COUNTED(pthread_cond_wait, (pthread_cond_t * a, pthread_mutex_t *b), (a, b))
COUNTED(pthread_cond_signal, (pthread_cond_t * a), (a))
COUNTED(pthread_cond_broadcast, (pthread_cond_t * a), (a))
COUNTED(pthread_rwlock_rdlock, (pthread_rwlock_t * a), (a))
COUNTED(pthread_rwlock_wrlock, (pthread_rwlock_t * a), (a))
COUNTED(pthread_join, (pthread_t a, void **b), (a, b))
COUNTED(sem_wait, (sem_t * a), (a))
COUNTED(sem_post, (sem_t * a), (a))

// --- system calls
#ifdef __x86_64__
/// What a handler returns through: its own call is never trapped, so the rest of the run is.
__attribute__((naked, aligned(16))) static void return_from_signal(void) {
  __asm__("mov $15, %eax\n syscall\n hlt");
}
enum { length_of_return = 9 };

static int is_meant(long number) {
  static char list[256];
  const char *given = getenv("TACTUS_TRAP_ALLOWS");
  if (!list[0]) snprintf(list, sizeof list, " %s ", given ? given : "");
  char word[24];
  snprintf(word, sizeof word, " %ld ", number);
  return strstr(list, word) != NULL;
}

static void on_system_call(int signal, siginfo_t *info, void *context) {
  selector = filter_allow;
  int was = inside;
  inside = 0;
  if (info->si_syscall == SYS_clock_gettime) {
    seen.clock_reads++;  // the architecture allows the clock; it is a system call only without a vDSO
  } else if (is_meant(info->si_syscall)) {
    seen.meant++;
  } else {
    if (!seen.system_calls++) seen.first_system_call = info->si_syscall;
  }
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  long result = syscall(
      info->si_syscall, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
  r[REG_RAX] = result == -1 ? -errno : result;
  inside = was;
  selector = filter_block;
}

/// Sets the handler with our own way back, which libc does not let choose.
static int trap_system_calls(void) {
  struct {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } action = {on_system_call, SA_SIGINFO | 0x04000000, return_from_signal, 0};  // 0x04000000: SA_RESTORER
  return (int)syscall(SYS_rt_sigaction, SIGSYS, &action, NULL, 8)
         || prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, return_from_signal, length_of_return,
                  &selector);
}

static void enter(void) {
  inside = 1;
  selector = filter_block;
}
static void leave(void) {
  selector = filter_allow;
  inside = 0;
}
#else
// Here the kernel has no such dispatch, and system calls are not counted.
static int trap_system_calls(void) { return 0; }
static void enter(void) { inside = 1; }
static void leave(void) { inside = 0; }
#endif

static int report(const char *of) {
  int bad = seen.allocations || seen.locks || seen.system_calls;
  printf("%s: allocations=%lu locks=%lu system_calls=%lu clock_system_calls=%lu", of, seen.allocations,
         seen.locks,
         seen.system_calls, seen.clock_reads);
  if (seen.meant) printf(" meant=%lu", seen.meant);
  if (seen.first_name) printf(" first=%s", seen.first_name);
  if (seen.first_system_call >= 0) printf(" first_system_call=%ld", seen.first_system_call);
  printf("\n");
  memset(&seen, 0, sizeof seen);
  seen.first_system_call = -1;
  return bad;
}

/// Sets the sample rates that TACTUS_TRAP_RATES has, one after the other, as a host does between two blocks.
static void change_rates(Host *host) {
  const char *list = getenv("TACTUS_TRAP_RATES");
  for (char *end; list && *list; list = end) {
    float rate = strtof(list, &end);
    if (end == list) break;
    host_run(host, 64, NULL, NULL);
    if (!host_set_option(host, 0, LV2_PARAMETERS__sampleRate, LV2_ATOM__Float, &rate, sizeof rate))
      printf("rate set to %.0f\n", (double)rate);
  }
}

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments < 3)
    return fprintf(stderr, "usage: trap PLUGIN-URI NUMBER-OF-RUNS [STATE-FILE...]\n"), 2;
  if (trap_system_calls())
    return fprintf(
               stderr, "trap: this kernel cannot trap system calls (prctl: %s); Linux 5.11 or newer can\n",
               strerror(errno)), 2;
  Host *host = host_open(arguments[1], 48000, load_longest_block);
  if (!host) return 2;
  change_rates(host);
  host_before_call = enter;
  host_after_call = leave;
  host_activate(host);
  int bad = report("activate");
  load_run(host, atoi(arguments[2]), arguments + 3, count_of_arguments - 3);
  bad |= report("run");
  host_deactivate(host);
  host_activate(host);
  host_run(host, 64, NULL, NULL);
  host_deactivate(host);
  bad |= report("deactivate, activate and run");
  host_before_call = host_after_call = NULL;
  host_close(host);
  return bad;
}
