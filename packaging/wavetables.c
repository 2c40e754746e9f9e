// Writes the file of wavetables, which Sources/WaveRecipes computes: `wavetables FILE`.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

size_t tactus_wavetable_file(uint8_t **bytes);

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: wavetables FILE\n");
    return 2;
  }
  uint8_t *bytes = NULL;
  size_t size = tactus_wavetable_file(&bytes);
  FILE *file = fopen(arguments[1], "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
    perror(arguments[1]);
    return 1;
  }
  free(bytes);
  return 0;
}
