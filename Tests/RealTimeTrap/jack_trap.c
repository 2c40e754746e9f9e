// A libjack.so.0 in front of the real one, which it finds by TACTUS_REAL_JACK. It counts allocations and
// locks inside the process callback of the program that loads it, and times each call. By LD_PRELOAD its
// malloc is that of the whole program. At the end it writes what it has counted to the file TACTUS_TRAP.
#include "../../Sources/CJack/include/CJack.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static __thread int inside __attribute__((tls_model("initial-exec")));
static unsigned long allocations, locks, callbacks, worst;
static double total;
static const char *first_name;

static void count(unsigned long *counter, const char *name) {
  if (!inside) return;
  ++*counter;
  if (!first_name) first_name = name;
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
void *malloc(size_t size) { return count(&allocations, "malloc"), __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return count(&allocations, "calloc"), __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return count(&allocations, "realloc"), __libc_realloc(p, size); }
void free(void *p) { count(&allocations, "free"), __libc_free(p); }
void *aligned_alloc(size_t to, size_t size) {
  return count(&allocations, "aligned_alloc"), __libc_memalign(to, size);
}
int posix_memalign(void **p, size_t to, size_t size) {
  count(&allocations, "posix_memalign");
  return (*p = __libc_memalign(to, size)) ? 0 : ENOMEM;
}
#define COUNTED(name, type)                                                            \
  int name(type *a) {                                                                  \
    static int (*next)(type *);                                                        \
    if (!next) next = (int (*)(type *))dlsym(RTLD_NEXT, #name);                        \
    count(&locks, #name);                                                              \
    return next(a);                                                                    \
  }
COUNTED(pthread_mutex_lock, pthread_mutex_t)
COUNTED(pthread_mutex_trylock, pthread_mutex_t)
COUNTED(pthread_cond_signal, pthread_cond_t)
COUNTED(pthread_cond_broadcast, pthread_cond_t)
COUNTED(pthread_rwlock_rdlock, pthread_rwlock_t)
COUNTED(pthread_rwlock_wrlock, pthread_rwlock_t)

static void *real(const char *name) {
  static void *library;
  if (!library && !(library = dlopen(getenv("TACTUS_REAL_JACK"), RTLD_NOW | RTLD_LOCAL))) {
    fprintf(stderr, "jack_trap: %s\n", dlerror());
    abort();
  }
  return dlsym(library, name);
}

static JackProcessCallback process;
/// Whether each callback allocates once, for the proof that it is seen.
static int offends;
static int timed(jack_nframes_t frames, void *argument) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  inside = 1;
  int answer = process(frames, argument);
  if (offends) free(malloc(16));
  inside = 0;
  clock_gettime(CLOCK_MONOTONIC, &after);
  unsigned long took =
    (unsigned long)((after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec);
  callbacks++;
  total += (double)took;
  if (took > worst) worst = took;
  return answer;
}

// The functions that the program finds here: those of CJack, each handed on.
#define FORWARD(name, result, parameters, arguments)                                   \
  result jack_##name parameters {                                                      \
    static result(*handed_on) parameters;                                                   \
    if (!handed_on) handed_on = (result(*) parameters)real("jack_" #name);                       \
    return handed_on arguments;                                                             \
  }
// Our own definition of this one follows.
#define jack_set_process_callback forwarded_set_process_callback
TACTUS_JACK_FUNCTIONS(FORWARD)
#undef jack_set_process_callback

int jack_set_process_callback(jack_client_t *client, JackProcessCallback call, void *argument) {
  process = call;
  offends = getenv("TACTUS_TRAP_OFFENDS") != NULL;
  int (*next)(jack_client_t *, JackProcessCallback, void *) =
    (int (*)(jack_client_t *, JackProcessCallback, void *))real("jack_set_process_callback");
  return next(client, timed, argument);
}

jack_client_t *jack_client_open(const char *name, jack_options_t options, jack_status_t *status, ...) {
  jack_client_t *(*next)(const char *, jack_options_t, jack_status_t *, ...) =
    (jack_client_t * (*)(const char *, jack_options_t, jack_status_t *, ...)) real("jack_client_open");
  return next(name, options, status);
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("TACTUS_TRAP");
  if (!path || !callbacks) return;
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "{\"callbacks\": %lu, \"allocations\": %lu, \"locks\": %lu, \"first\": \"%s\", "
                "\"mean\": %.0f, \"worst\": %lu}\n",
          callbacks, allocations, locks, first_name ? first_name : "", total / (double)callbacks, worst);
  fclose(file);
}
