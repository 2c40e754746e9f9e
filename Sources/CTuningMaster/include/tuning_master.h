// A client of MTS-ESP (github.com/ODDSound/MTS-ESP), with which one plugin tunes all others. Host and audio
// thread. The library is loaded at run time if it is installed; the names of its functions are its interface.
#pragma once
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define TACTUS_MASTER_PATH "/usr/local/lib/libMTS.so"
#define TACTUS_MASTER_CHANNELS 17 // sixteen channels, and one table for notes without a channel
// `run` calls these functions. They only read the library's memory, as its documentation asks.
#define TACTUS_MASTER_CALL static inline __attribute__((swift_attr("@_noLocks")))

struct tactus_master {
  void *library;
  void (*deregister)(void);
  bool (*has_master)(void);
  bool (*filters)(char note, char channel), (*filters_of_channel)(char note, char channel);
  bool (*uses_channel)(char channel);
  const double *hertz, *hertz_of_channel[16];
  // The last reading: 128 frequencies in hertz for all channels, and for each channel that has its own.
  double read[TACTUS_MASTER_CHANNELS][128];
  bool has_own[16], is_known;
};

/// Loads the library and registers a client; NULL if it is not installed, as on most machines. TACTUS_MTS
/// overrides the path.
static inline struct tactus_master *tactus_master_open(void) {
  const char *path = getenv("TACTUS_MTS");
  void *library = dlopen(path && *path ? path : TACTUS_MASTER_PATH, RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  struct tactus_master *master = (struct tactus_master *)calloc(1, sizeof *master);
  const double *(*table)(void) = (const double *(*)(void))dlsym(library, "MTS_GetTuningTable");
  if (master && table) {
    const double *(*table_of)(char) =
        (const double *(*)(char))dlsym(library, "MTS_GetMultiChannelTuningTable");
    master->library = library;
    master->deregister = (void (*)(void))dlsym(library, "MTS_DeregisterClient");
    master->has_master = (bool (*)(void))dlsym(library, "MTS_HasMaster");
    master->filters = (bool (*)(char, char))dlsym(library, "MTS_ShouldFilterNote");
    master->filters_of_channel = (bool (*)(char, char))dlsym(library, "MTS_ShouldFilterNoteMultiChannel");
    master->uses_channel = (bool (*)(char))dlsym(library, "MTS_UseMultiChannelTuning");
    master->hertz = table();
    for (int channel = 0; table_of && channel < 16; channel++)
      master->hertz_of_channel[channel] = table_of((char)channel);
    void (*registers)(void) = (void (*)(void))dlsym(library, "MTS_RegisterClient");
    if (registers) registers();
    return master;
  }
  free(master);
  dlclose(library);
  return NULL;
}

static inline void tactus_master_close(struct tactus_master *master) {
  if (!master) return;
  if (master->deregister) master->deregister();
  dlclose(master->library);
  free(master);
}

/// Whether a master is connected now.
TACTUS_MASTER_CALL bool tactus_master_is_there(const struct tactus_master *master) {
  return master && master->hertz && master->has_master && master->has_master();
}

TACTUS_MASTER_CALL bool tactus_master_has_own(const struct tactus_master *master, int channel) {
  return channel >= 0 && channel < 16 && master->hertz_of_channel[channel] && master->uses_channel &&
         master->uses_channel((char)channel);
}

/// Copies 128 frequencies that another thread may write meanwhile; returns whether one has changed.
TACTUS_MASTER_CALL bool tactus_master_copy(const double *from, double *to) {
  bool changed = false;
  for (int note = 0; note < 128; note++) {
    double hertz;
    __atomic_load(from + note, &hertz, __ATOMIC_RELAXED);
    changed |= hertz != to[note];
    to[note] = hertz;
  }
  return changed;
}

/// Reads the master's tuning; returns the channels that have changed: bit n for channel n, bit 16 for notes
/// without a channel.
TACTUS_MASTER_CALL uint32_t tactus_master_read(struct tactus_master *master) {
  uint32_t changed =
      tactus_master_copy(master->hertz, master->read[16]) || !master->is_known ? 1u << 16 : 0;
  for (int channel = 0; channel < 16; channel++) {
    bool own = tactus_master_has_own(master, channel);
    bool moved = own ? tactus_master_copy(master->hertz_of_channel[channel], master->read[channel])
                     : changed >> 16;
    if (moved || own != master->has_own[channel] || !master->is_known) changed |= 1u << channel;
    master->has_own[channel] = own;
  }
  master->is_known = true;
  return changed;
}

/// The last reading for a channel; channel 16 is for notes without one.
TACTUS_MASTER_CALL const double *tactus_master_hertz(const struct tactus_master *master, int channel) {
  return master->read[channel < 16 && master->has_own[channel] ? channel : 16];
}

/// Whether the master asks that a note does not sound.
TACTUS_MASTER_CALL bool tactus_master_silences(
    const struct tactus_master *master, uint8_t note, uint8_t channel) {
  bool (*filters)(char, char) =
      master->has_own[channel & 15] ? master->filters_of_channel : master->filters;
  return filters && filters((char)(note & 127), (char)(channel & 15));
}
