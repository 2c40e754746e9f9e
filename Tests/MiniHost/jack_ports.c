// Waits for ports of a JACK graph: a client that watches, so that no other one has to come and go meanwhile.
//
// usage: jack_ports PORT…
// Prints "ready" once it is a client and "found" once all ports are there. It ends with its input.
#include <jack/jack.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

/// Whether the input ends within 20 ms.
static int input_ends(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  char byte;
  return poll(&input, 1, 20) > 0 && read(0, &byte, 1) <= 0;
}

int main(int count, char **arguments) {
  jack_client_t *client = jack_client_open("watch", JackNoStartServer, NULL);
  if (!client) return fprintf(stderr, "jack_ports: no JACK server\n"), 2;
  puts("ready");
  fflush(stdout);
  for (int place = 1; place < count; place++)
    while (!jack_port_by_name(client, arguments[place]))
      if (input_ends()) return 1;
  puts("found");
  fflush(stdout);
  while (!input_ends()) {}
  return jack_client_close(client);
}
