#define _XOPEN_SOURCE 700
#include "test/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

typedef struct Fixture {
  Arena *arena;
  char folder[32];
} Fixture;

static int make_folder(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  if (fixture == NULL) return 1;
  fixture->arena = arena_new();
  strcpy(fixture->folder, "/tmp/ravel-unit-XXXXXX");
  *state = fixture;
  return mkdtemp(fixture->folder) == NULL;
}

static int remove_folder(void **state) {
  Fixture *fixture = *state;
  // It must be empty by now: a test that leaves a temporary file behind fails here.
  int result = rmdir(fixture->folder);
  arena_free(fixture->arena);
  free(fixture);
  return result;
}

static char *inside(Fixture *fixture, const char *name) {
  return path_join(fixture->arena, fixture->folder, name);
}

static void expect_content(Fixture *fixture, const char *path, const char *text, size_t length) {
  const char *error = NULL;
  size_t actual_length = 0;
  char *actual = file_read(fixture->arena, path, SIZE_MAX, &actual_length, &error);
  assert_non_null(actual);
  assert_int_equal(actual_length, length);
  assert_memory_equal(actual, text, length);
  assert_int_equal(actual[length], 0);
}

static void reads_what_it_wrote(void **state) {
  Fixture *fixture = *state;
  const char *error = NULL;
  char *path = inside(fixture, "a");
  assert_true(file_write(fixture->arena, path, "a\0b", 3, &error));
  expect_content(fixture, path, "a\0b", 3);
  assert_true(file_write(fixture->arena, path, NULL, 0, &error));
  expect_content(fixture, path, "", 0);
  enum { LARGE = 3000000 };
  char *large = malloc(LARGE);
  for (size_t i = 0; i < LARGE; i++)
    large[i] = (char)(i * 7 >> 3);
  assert_true(file_write(fixture->arena, path, large, LARGE, &error));
  expect_content(fixture, path, large, LARGE);
  free(large);
  assert_int_equal(unlink(path), 0);
}

static void obeys_the_limit(void **state) {
  Fixture *fixture = *state;
  const char *error = NULL;
  size_t length = 0;
  char *path = inside(fixture, "a");
  assert_true(file_write(fixture->arena, path, "12345", 5, &error));
  assert_non_null(file_read(fixture->arena, path, 5, &length, &error));
  assert_null(file_read(fixture->arena, path, 4, &length, &error));
  assert_non_null(strstr(error, "larger than 4 bytes"));
  assert_null(file_read(fixture->arena, "/dev/zero", 100000, &length, &error));
  assert_non_null(strstr(error, "larger than 100000 bytes"));
  assert_int_equal(unlink(path), 0);
}

static void keeps_mode_and_links(void **state) {
  Fixture *fixture = *state;
  const char *error = NULL;
  char *path = inside(fixture, "a"), *link = inside(fixture, "link");
  assert_true(file_write(fixture->arena, path, "old", 3, &error));
  assert_int_equal(chmod(path, 0750), 0);
  assert_int_equal(symlink("a", link), 0);
  assert_true(file_write(fixture->arena, link, "new", 3, &error));
  expect_content(fixture, path, "new", 3);
  struct stat info;
  assert_int_equal(lstat(link, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 07777, 0750);
  assert_int_equal(unlink(link), 0);
  assert_int_equal(unlink(path), 0);
}

static void reports_failures(void **state) {
  Fixture *fixture = *state;
  const char *error = NULL;
  assert_false(file_write(fixture->arena, inside(fixture, "no/such"), "x", 1, &error));
  assert_string_equal(error, "No such file or directory");
  assert_false(file_write(fixture->arena, fixture->folder, "x", 1, &error));
  assert_string_equal(error, "Is a directory");
  assert_false(file_write(fixture->arena, "", "x", 1, &error));
  assert_true(file_write(fixture->arena, "/dev/null", "x", 1, &error));
  assert_false(file_write(fixture->arena, "/dev/full", "x", 1, &error));
  assert_string_equal(error, "No space left on device");
}

// Ends with 42 if stdin reads back whole and stdout takes the text.
static void copy_stdin(void *arena) {
  int ends[2];
  const char *error = NULL;
  size_t length = 0;
  if (pipe(ends) != 0 || write(ends[1], "a\0b\n", 4) != 4) _exit(1);
  close(ends[1]);
  dup2(ends[0], STDIN_FILENO);
  char *text = file_read(arena, "-", 4, &length, &error);
  if (text == NULL || length != 4 || memcmp(text, "a\0b\n", 5) != 0) _exit(2);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  _exit(file_write(arena, "-", "copied", 6, &error) ? 42 : 3);
}

static void a_dash_is_a_stream(void **state) {
  Fixture *fixture = *state;
  UnitChild child = unit_run_child(copy_stdin, fixture->arena);
  assert_int_equal(child.exit_code, 42);
  assert_string_equal(child.error_text, "copied");
}

static void takes_paths_apart(void **state) {
  Arena *arena = ((Fixture *)*state)->arena;
  static const char *const CASES[][5] = {
      // path, basename, extension, dirname, without extension
      {"a/b.c", "b.c", ".c", "a", "a/b"},
      {"b", "b", "", ".", "b"},
      {"", "", "", ".", ""},
      {"/", "", "", "/", "/"},
      {"/a", "a", "", "/", "/a"},
      {"a.b/c", "c", "", "a.b", "a.b/c"},
      {".rc", ".rc", "", ".", ".rc"},
      {"..", "..", "", ".", ".."},
      {"x/..", "..", "", "x", "x/.."},
      {"a.tar.gz", "a.tar.gz", ".gz", ".", "a.tar"},
      {"a//b.c", "b.c", ".c", "a", "a//b"},
      {"a/", "", "", "a", "a/"},
      {"a.", "a.", ".", ".", "a"},
      {"//x.y", "x.y", ".y", "/", "//x"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    assert_string_equal(path_basename(CASES[i][0]), CASES[i][1]);
    assert_string_equal(path_extension(CASES[i][0]), CASES[i][2]);
    assert_string_equal(path_dirname(arena, CASES[i][0]), CASES[i][3]);
    assert_string_equal(path_without_extension(arena, CASES[i][0]), CASES[i][4]);
  }
  assert_string_equal(path_join(arena, "a", "b"), "a/b");
  assert_string_equal(path_join(arena, "a/", "b"), "a/b");
  assert_string_equal(path_join(arena, ".", "b"), "b");
  assert_string_equal(path_join(arena, "", "b"), "b");
  assert_string_equal(path_join(arena, "a", "/b"), "/b");
  assert_string_equal(path_join(arena, "/", "b"), "/b");
}

#define FILE_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

UnitCount test_file(void) {
  static const struct CMUnitTest tests[] = {
      FILE_TEST(reads_what_it_wrote),  FILE_TEST(obeys_the_limit),   FILE_TEST(reports_failures),
      FILE_TEST(keeps_mode_and_links), FILE_TEST(takes_paths_apart), FILE_TEST(a_dash_is_a_stream),
  };
  return UNIT_RUN("file", tests);
}
