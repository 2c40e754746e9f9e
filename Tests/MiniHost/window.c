// Opens the window of Tactus Touch in a host without a toolkit, for a processor that the tests' own Python doesn't
// run on:
//
//     window BUNDLE PARENT
//
// BUNDLE ends with a slash, and PARENT is X11's number of the window around it. After 40 turns, each an idle call and
// six blocks of 256 frames, it prints a line, and goes on until its input ends.
#include "host.h"
#include <dlfcn.h>
#include <inttypes.h>
#include <lv2/atom/atom.h>
#include <lv2/options/options.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { block = 256, blocks = 6, turns = 40, most = 1 << 17 };

static const char *const kinds[] = {LV2_ATOM__Object, "urn:tactus:vocabulary#Event", "urn:tactus:vocabulary#Hello",
                                    "urn:tactus:vocabulary#Packet"};

static LV2_URID number(LV2_URID_Map_Handle host, const char *uri) { return host_urid(host, uri); }

static void written(LV2UI_Controller host, uint32_t port, uint32_t size, uint32_t protocol, const void *data) {
  const LV2_Atom *atom = data;
  if (!protocol) {
    host_set(host, port, *(const float *)data);
    return;
  }
  for (unsigned each = 0; each < sizeof kinds / sizeof *kinds; each++) {
    if (host_urid(host, kinds[each]) == atom->type) host_event(host, 0, kinds[each], atom + 1, atom->size, atom->size);
  }
}

static int resized(LV2UI_Feature_Handle handle, int width, int height) { return 0; }

int main(int count, char **words) {
  if (count != 3) return 2;
  Host *host = host_open("urn:tactus:touch", 48000, block);
  char path[4096];
  snprintf(path, sizeof path, "%stactus_ui.so", words[1]);
  void *library = dlopen(path, RTLD_NOW);
  if (!host || !library) return fprintf(stderr, "window: %s\n", library ? "no plugin" : dlerror()), 1;
  const LV2UI_Descriptor *(*descriptor)(uint32_t) = (const LV2UI_Descriptor *(*)(uint32_t))dlsym(library, "lv2ui_descriptor");
  const LV2UI_Descriptor *ui = descriptor(0);
  host_set(host, (uint32_t)host_port(host, "osc_listen"), 0);
  host_activate(host);

  LV2_URID_Map map = {host, number};
  LV2UI_Resize resize = {NULL, resized};
  const LV2_Options_Option options[] = {{0, 0, 0, 0, 0, NULL}};
  const LV2_Feature features[] = {
      {LV2_URID__map, &map},
      {LV2_UI__parent, (void *)(uintptr_t)strtoul(words[2], NULL, 10)},
      {LV2_UI__resize, &resize},
      {LV2_OPTIONS__options, (void *)options},
  };
  const LV2_Feature *const list[] = {&features[0], &features[1], &features[2], &features[3], NULL};
  LV2UI_Widget widget = NULL;
  LV2UI_Handle handle = ui->instantiate(ui, "urn:tactus:touch", words[1], written, host, &widget, list);
  if (!handle) return fprintf(stderr, "window: it doesn't open\n"), 1;
  const LV2UI_Idle_Interface *idle = ui->extension_data(LV2_UI__idleInterface);
  const uint32_t notify = (uint32_t)host_port(host, "notify");
  const LV2_URID object = host_urid(host, LV2_ATOM__Object), frame = host_urid(host, "urn:tactus:vocabulary#LiveFrame");
  const LV2_URID transfer = host_urid(host, LV2_ATOM__eventTransfer);
  static struct { LV2_Atom head; uint8_t body[most]; } atom;

  struct pollfd input = {.fd = 0, .events = POLLIN};
  for (int turn = 0; poll(&input, 1, 20) == 0; turn++) {
    if (turn == turns) {
      printf("%" PRIuPTR "\n", (uintptr_t)widget);
      fflush(stdout);
    }
    if (idle->idle(handle)) return fprintf(stderr, "window: it closed\n"), 1;
    for (int each = 0; each < blocks; each++) {
      host_run(host, block, NULL, NULL);
      int64_t at;
      int32_t size;
      for (uint32_t index = 0; (size = host_sent(host, index, &at, atom.body, most)) >= 0; index++) {
        uint32_t first = 0;
        if (size >= 4) memcpy(&first, atom.body, 4);
        int is_frame = size >= 3 && !memcmp(atom.body, "TLF", 3);
        if (!is_frame && (size < 16 || first)) continue;  // MIDI
        atom.head = (LV2_Atom){(uint32_t)size, is_frame ? frame : object};
        ui->port_event(handle, notify, (uint32_t)(sizeof atom.head + (uint32_t)size), transfer, &atom);
      }
    }
  }
  ui->cleanup(handle);
  host_deactivate(host);
  host_close(host);
  return 0;
}
