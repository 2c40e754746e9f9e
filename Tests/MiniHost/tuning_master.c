// A stand-in for the library of MTS-ESP: the functions that clients look up, and a master that tests control
// through ctypes.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static int clients;
static bool is_there, uses[16], filtered[128], filtered_of[16][128];
static double table[128], tables[16][128];

__attribute__((constructor)) static void begin(void) {
  is_there = getenv("TACTUS_TEST_MASTER") != NULL;
  for (int note = 0; note < 128; note++) {
    table[note] = 440 * pow(2, (note - 69) / 12.0);
    for (int channel = 0; channel < 16; channel++) tables[channel][note] = table[note];
  }
}

// Functions that clients call.
void MTS_RegisterClient(void) { clients++; }
void MTS_DeregisterClient(void) { clients--; }
bool MTS_HasMaster(void) { return is_there; }
bool MTS_ShouldFilterNote(char note, char channel) { return filtered[(int)note]; }
bool MTS_ShouldFilterNoteMultiChannel(char note, char channel) {
  return filtered_of[(int)channel][(int)note];
}
const double *MTS_GetTuningTable(void) { return table; }
const double *MTS_GetMultiChannelTuningTable(char channel) { return tables[(int)channel]; }
bool MTS_UseMultiChannelTuning(char channel) { return uses[(int)channel]; }

// Functions that tests call. Channel −1 means all channels.
int test_clients(void) { return clients; }
void test_master(bool present) { is_there = present; }
void test_channel(int channel, bool own) { uses[channel] = own; }
void test_tune(int channel, int note, double hertz) { (channel < 0 ? table : tables[channel])[note] = hertz; }
void test_filter(int channel, int note, bool filter) {
  (channel < 0 ? filtered : filtered_of[channel])[note] = filter;
}
