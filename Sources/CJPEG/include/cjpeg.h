// JPEG for Swift: a file in memory to pixels, with stated bounds. libjpeg says by longjmp that it gives up,
// which stays in this header. The thread that draws.
#pragma once

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <jerror.h>
#include <jpeglib.h>

/// A file may have so many scans: more would take long and show nothing more.
enum { TACTUS_JPEG_SCANS = 64 };

/// libjpeg's reports, and where one leads.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf end;
} tactus_jpeg_errors;

static inline void tactus_jpeg_give_up(j_common_ptr reader) {
  longjmp(((tactus_jpeg_errors *)reader->err)->end, 1);
}

/// A file that ends early is refused; other warnings say nothing, and nothing is printed.
static inline void tactus_jpeg_hear(j_common_ptr reader, int level) {
  if (level < 0 && reader->err->msg_code == JWRN_JPEG_EOF) tactus_jpeg_give_up(reader);
}

static inline void tactus_jpeg_watch(j_common_ptr reader) {
  if (((j_decompress_ptr)reader)->input_scan_number > TACTUS_JPEG_SCANS) tactus_jpeg_give_up(reader);
}

/// The pixels of a JPEG file, row by row from the top, each a native word `0x..RRGGBB`, in memory that the
/// caller frees; NULL: it is none, ends early, or has a side of more than `limit` pixels.
__attribute__((noinline)) static uint32_t *tactus_read_jpeg(
    const uint8_t *bytes, size_t count, int limit, int *width, int *height) {
  struct jpeg_decompress_struct reader;
  struct jpeg_progress_mgr progress = {.progress_monitor = tactus_jpeg_watch};
  tactus_jpeg_errors errors;
  uint32_t *volatile pixels = NULL;
  reader.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = tactus_jpeg_give_up;
  errors.manager.emit_message = tactus_jpeg_hear;
  if (setjmp(errors.end)) {
    jpeg_destroy_decompress(&reader);
    free(pixels);
    return NULL;
  }
  jpeg_create_decompress(&reader);
  reader.progress = &progress;
  reader.mem->max_memory_to_use = 256L << 20;
  jpeg_mem_src(&reader, bytes, (unsigned long)count);
  jpeg_read_header(&reader, TRUE);
  if (reader.image_width > (JDIMENSION)limit || reader.image_height > (JDIMENSION)limit)
    tactus_jpeg_give_up((j_common_ptr)&reader);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  reader.out_color_space = JCS_EXT_BGRX;
#else
  reader.out_color_space = JCS_EXT_XRGB;
#endif
  jpeg_start_decompress(&reader);
  pixels = (uint32_t *)malloc((size_t)reader.output_width * reader.output_height * sizeof(uint32_t));
  if (!pixels) tactus_jpeg_give_up((j_common_ptr)&reader);
  while (reader.output_scanline < reader.output_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)reader.output_scanline * reader.output_width);
    jpeg_read_scanlines(&reader, &row, 1);
  }
  jpeg_finish_decompress(&reader);
  *width = (int)reader.output_width;
  *height = (int)reader.output_height;
  jpeg_destroy_decompress(&reader);
  return pixels;
}
