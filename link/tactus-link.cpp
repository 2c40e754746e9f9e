// tactus-link: a session of Ableton Link as lines of text.
// Copyright (C) the Tactus maintainers. This program is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the Free Software Foundation, either version
// 2 of the License, or (at your option) any later version. There is no warranty; see COPYING.
//
// usage: tactus-link [TEMPO [QUANTUM]]
// Says at each change, and once a second:  link TEMPO BEAT MICROSECONDS PLAYING PEERS
// MICROSECONDS is the moment of BEAT on CLOCK_MONOTONIC. Reads: tempo NUMBER, play, stop. Ends with its input.
#include <ableton/Link.hpp>

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

long long monotonic() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/// A moment of Link's clock, which is another one, and of ours: the pair between whose readings the least time
/// went by, because a program may be interrupted in between.
struct Moment {
  std::chrono::microseconds link;
  long long own;
};

Moment moment(ableton::Link &link) {
  Moment best{};
  long long least = -1;
  for (int turn = 0; turn < 5; turn++) {
    const long long before = monotonic();
    const auto there = link.clock().micros();
    const long long after = monotonic();
    if (least < 0 || after - before < least) {
      least = after - before;
      best = {there, before + (after - before) / 2};
    }
  }
  return best;
}

void obey(ableton::Link &link, const std::string &line, double quantum) {
  auto state = link.captureAppSessionState();
  const auto now = link.clock().micros();
  double tempo;
  if (std::sscanf(line.c_str(), "tempo %lf", &tempo) == 1 && tempo >= 20 && tempo <= 999) {
    state.setTempo(tempo, now);
  } else if (line == "play") {
    state.setIsPlayingAndRequestBeatAtTime(true, now, 0, quantum);
  } else if (line == "stop") {
    state.setIsPlaying(false, now);
  } else {
    return;
  }
  link.commitAppSessionState(state);
}

}  // namespace

int main(int count, char **words) {
  const double begin = count > 1 ? std::atof(words[1]) : 120;
  const double quantum = count > 2 ? std::atof(words[2]) : 4;
  if (!(begin >= 20 && begin <= 999) || !(quantum >= 1 && quantum <= 64)) {
    std::fputs("usage: tactus-link [TEMPO 20...999 [QUANTUM 1...64]]\n", stderr);
    return 64;
  }
  ableton::Link link(begin);
  link.enableStartStopSync(true);
  link.enable(true);
  setvbuf(stdout, nullptr, _IOLBF, 0);
  double tempo = 0, origin = 0;
  int playing = -1;
  std::size_t peers = 0;
  long long told = 0;
  std::string input;
  for (;;) {
    const Moment now = moment(link);
    const auto state = link.captureAppSessionState();
    const double beat = state.beatAtTime(now.link, quantum);
    // Where the line of beats begins; it moves when the session changes, and by the clocks' drift.
    const double start = beat - now.own / 6e7 * state.tempo();
    const bool isNew = state.tempo() != tempo || std::fabs(start - origin) > 1e-4 ||
                       playing != int(state.isPlaying()) || link.numPeers() != peers;
    if (isNew || now.own - told >= 1000000) {
      tempo = state.tempo(), origin = start, playing = state.isPlaying(), peers = link.numPeers(), told = now.own;
      if (std::printf("link %.17g %.17g %lld %d %zu\n", tempo, beat, now.own, playing, peers) < 0) return 0;
    }
    pollfd wanted{STDIN_FILENO, POLLIN, 0};
    if (poll(&wanted, 1, 5) <= 0) continue;
    char bytes[256];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size <= 0) return 0;
    input.append(bytes, size);
    for (std::size_t end; (end = input.find('\n')) != std::string::npos; input.erase(0, end + 1))
      obey(link, input.substr(0, end), quantum);
    if (input.size() > 256) input.clear();
  }
}
