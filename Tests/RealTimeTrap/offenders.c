// Plugins that break one real-time rule each, and one that keeps all: they show that trap.c detects each.
#include <lv2/core/lv2.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *volatile kept;

static void behave(LV2_Handle handle, uint32_t frames) {}
static void allocate(LV2_Handle handle, uint32_t frames) {
  kept = malloc(frames + 1);
  free(kept);
}
static void lock(LV2_Handle handle, uint32_t frames) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
/// A system call by an inline instruction, without a function of libc.
static void call(LV2_Handle handle, uint32_t frames) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_getpid) : "rcx", "r11", "memory");
}

static LV2_Handle instantiate(
    const LV2_Descriptor *of, double rate, const char *path, const LV2_Feature *const *f) {
  return &mutex;
}
static void connect_port(LV2_Handle handle, uint32_t port, void *to) {}
static void cleanup(LV2_Handle handle) {}
static void sleep_in_activate(LV2_Handle handle) { usleep(1); }

static const LV2_Descriptor plugins[] = {
    {"urn:tactus:test:behaves", instantiate, connect_port, NULL, behave, NULL, cleanup, NULL},
    {"urn:tactus:test:allocates", instantiate, connect_port, NULL, allocate, NULL, cleanup, NULL},
    {"urn:tactus:test:locks", instantiate, connect_port, NULL, lock, NULL, cleanup, NULL},
    {"urn:tactus:test:calls", instantiate, connect_port, NULL, call, NULL, cleanup, NULL},
    {"urn:tactus:test:sleeps_in_activate", instantiate, connect_port, sleep_in_activate, behave, NULL,
     cleanup, NULL},
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof plugins / sizeof *plugins ? &plugins[index] : NULL;
}
