// Files in memory, for WebAssembly: what a page has put there and what the rooms save. One thread.
#ifdef __wasm__
#include "memory.h"

int tactus_memory_error;

struct file {
  struct file *next;
  char *path;
  char *bytes;
  size_t size;
  long long changed;
  /// Whether the page is still to be told that it was saved or deleted.
  bool is_new;
  bool is_deleted;
};
static struct file *files;
static long long changes;

static struct file *find(const char *path) {
  struct file *file = files;
  while (file && strcmp(file->path, path)) file = file->next;
  return file;
}

static struct file *find_present(const char *path) {
  struct file *file = find(path);
  return file && !file->is_deleted ? file : NULL;
}

bool tactus_memory_write(const char *path, const void *bytes, size_t size) {
  char *copy = (char *)malloc(size + 1);
  struct file *file = find(path);
  if (copy && !file && (file = (struct file *)calloc(1, sizeof *file))) {
    if ((file->path = strdup(path))) file->next = files, files = file;
    else free(file), file = NULL;
  }
  if (!copy || !file) return free(copy), false;
  memcpy(copy, bytes, size);
  free(file->bytes);
  file->bytes = copy, file->size = size, file->changed = ++changes;
  file->is_new = file->is_deleted = false;
  return true;
}

const char *tactus_memory_next_change(void) {
  for (struct file *file = files; file; file = file->next)
    if (file->is_new) return file->is_new = false, file->path;
  return NULL;
}

void *tactus_read_file(const char *path, size_t limit, size_t *size) {
  struct file *file = find_present(path);
  char *copy = NULL;
  if (!file) tactus_memory_error = ENOENT;
  else if (file->size > limit) tactus_memory_error = EFBIG;
  else if (!(copy = (char *)malloc(file->size + 1))) tactus_memory_error = ENOMEM;
  if (copy) memcpy(copy, file->bytes, *size = file->size);
  return copy;
}

void *tactus_read_start(const char *path, size_t limit, size_t *size) {
  struct file *file = find_present(path);
  char *copy = NULL;
  if (!file) return tactus_memory_error = ENOENT, NULL;
  *size = file->size < limit ? file->size : limit;
  if (!(copy = (char *)malloc(*size + 1))) return tactus_memory_error = ENOMEM, NULL;
  return memcpy(copy, file->bytes, *size);
}

int tactus_stamp_of_file(const char *path, tactus_file_stamp *stamp) {
  struct file *file = find_present(path);
  if (!file) return ENOENT;
  *stamp = (tactus_file_stamp){(long long)file->size, file->changed, (uintptr_t)file, false};
  return 0;
}

int tactus_replace_file(
    const char *folder, const char *name, const char *beside, const void *bytes, size_t size) {
  char path[4096];
  size_t start = strlen(folder), length = strlen(name);
  if (start + length + 2 > sizeof path) return ENAMETOOLONG;
  memcpy(path, folder, start), path[start] = '/', memcpy(path + start + 1, name, length + 1);
  if (!tactus_memory_write(path, bytes, size)) return ENOMEM;
  find(path)->is_new = true;
  return 0;
}

int unlink(const char *path) {
  struct file *file = find_present(path);
  if (!file) return tactus_memory_error = ENOENT, -1;
  file->is_deleted = file->is_new = true;
  return 0;
}

struct tactus_walk {
  char *folder;
  struct file *next;
};

DIR *opendir(const char *folder) {
  DIR *walk = (DIR *)calloc(1, sizeof *walk);
  if (!walk || !(walk->folder = strdup(folder))) return free(walk), NULL;
  walk->next = files;
  return walk;
}

/// An entry is the name itself.
struct dirent *readdir(DIR *walk) {
  size_t length = strlen(walk->folder);
  for (struct file *file = walk->next; file; file = file->next) {
    const char *name = file->path + length + 1;
    bool is_inside = !strncmp(file->path, walk->folder, length) && file->path[length] == '/';
    if (file->is_deleted || !is_inside || strchr(name, '/')) continue;
    walk->next = file->next;
    return (struct dirent *)name;
  }
  return NULL;
}

const char *tactus_entry_name(const struct dirent *entry) { return (const char *)entry; }

int closedir(DIR *walk) {
  free(walk->folder), free(walk);
  return 0;
}
#endif
