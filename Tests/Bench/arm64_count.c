// A plugin of QEMU that counts the emulated instructions and prints their number at the end, on stderr with
// `-d plugin`. The declarations are those of QEMU's plugin interface, version 1.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct block;
enum { ADD = 0 };
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id, struct block *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *block, int operation, void *counter, uint64_t amount);
size_t qemu_plugin_tb_n_insns(const struct block *block);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ends)(plugin_id, void *), void *data);
void qemu_plugin_outs(const char *text);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t count;

static void translated(plugin_id id, struct block *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &count, qemu_plugin_tb_n_insns(block));
}

static void ends(plugin_id id, void *data) {
  (void)id, (void)data;
  char text[64];
  snprintf(text, sizeof text, "instructions %" PRIu64 "\n", count);
  qemu_plugin_outs(text);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int count_of, char **words) {
  (void)info, (void)count_of, (void)words;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ends, NULL);
  return 0;
}
