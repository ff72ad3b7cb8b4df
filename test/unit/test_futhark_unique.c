// Uniqueness and matches, driven by files.
//
// test/front/futhark/{unique,match}/X.fut is reported as X.err says; without X.err it is right.
// RAVEL_UPDATE_GOLDEN=1 writes the golden files anew; look at the difference.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "front/futhark/check.h"
#include "front/futhark/futhark.h"
#include "test/unit/unit.h"

typedef Vec(const char *) Paths;

static int compare_paths(const void *first, const void *second) {
  return strcmp(*(const char *const *)first, *(const char *const *)second);
}

static Paths list_sources(Arena *arena, const char *folder) {
  Paths paths = {0};
  DIR *directory = opendir(folder);
  if (directory == NULL) fail_msg("cannot open %s", folder);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (strcmp(path_extension(entry->d_name), ".fut") == 0)
      vec_push(arena, &paths, path_join(arena, folder, entry->d_name));
  closedir(directory);
  qsort(paths.data, paths.count, sizeof *paths.data, compare_paths);
  return paths;
}

// What is reported about a file, to be freed.
static char *check_file(const char *path, size_t *error_count) {
  char *errors = NULL;
  size_t length = 0;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  Diag *diag = diag_new(arena, sources);
  DiagSettings settings = diag_settings_default();
  settings.output = open_memstream(&errors, &length);
  settings.color = DIAG_COLOR_NEVER;
  assert_non_null(settings.output);
  diag_configure(diag, settings);
  // Messages name the file without its folder, as those of `ravel test` do.
  const char *error = NULL;
  size_t text_length = 0;
  const char *text = file_read(arena, path, 1 << 24, &text_length, &error);
  assert_non_null(text);
  const SourceFile *file = source_add(sources, path_basename(path), text, text_length);
  Interner *names = interner_new(arena);
  FutProgram *program = fut_parse(arena, names, file, diag);
  if (!program->has_errors) fut_check(arena, names, sources, diag, program);
  *error_count = diag_error_count(diag);
  diag_flush(diag);
  fclose(settings.output);
  arena_free(arena);
  return errors;
}

static void check_golden(Arena *arena, const char *path, const char *text) {
  const char *error = NULL;
  size_t length = 0;
  if (getenv("RAVEL_UPDATE_GOLDEN") != NULL)
    assert_true(file_write(arena, path, text, strlen(text), &error));
  const char *expected = file_read(arena, path, 1 << 24, &length, &error);
  if (expected == NULL) fail_msg("%s: %s", path, error);
  if (strcmp(expected, text) != 0) print_error("%s differs\n", path);
  assert_string_equal(text, expected);
}

static void check_folder(const char *folder, size_t good_count, size_t bad_count) {
  Arena *arena = arena_new();
  Paths paths = list_sources(arena, folder);
  size_t good = 0, bad = 0;
  for (size_t i = 0; i < paths.count; i++) {
    const char *base = path_without_extension(arena, paths.data[i]);
    const char *golden = arena_printf(arena, "%s.err", base);
    size_t error_count = 0;
    char *errors = check_file(paths.data[i], &error_count);
    FILE *file = fopen(golden, "r");
    if (file == NULL) {
      if (error_count > 0) fail_msg("%s", errors);
      good++;
    } else {
      fclose(file);
      if (errors[0] == '\0') fail_msg("%s: nothing was reported", paths.data[i]);
      check_golden(arena, golden, errors);
      bad++;
    }
    free(errors);
  }
  assert_true(good >= good_count);
  assert_true(bad >= bad_count);
  arena_free(arena);
}

static void consumption_is_checked(void **state) {
  (void)state;
  check_folder("test/front/futhark/unique", 100, 110);
}

static void matches_are_checked(void **state) {
  (void)state;
  check_folder("test/front/futhark/match", 19, 24);
}

UnitCount test_futhark_unique(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(consumption_is_checked),
      cmocka_unit_test(matches_are_checked),
  };
  return UNIT_RUN("futhark_unique", tests);
}
