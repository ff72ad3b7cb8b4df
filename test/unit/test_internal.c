#include "test/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/internal.h"

static void fail_plainly(void *data) {
  (void)data;
  INTERNAL_ERROR("op %d is %s", 7, "unknown");
}

static void name_the_pass(void *data) { fprintf(stderr, "in pass %s\n", (const char *)data); }

static void fail_with_hook(void *data) {
  internal_error_set_hook(name_the_pass, data);
  INTERNAL_ERROR("broken");
}

static void fail_again(void *data) {
  (void)data;
  INTERNAL_ERROR("the hook broke too");
}

static void fail_in_hook(void *data) {
  internal_error_set_hook(fail_again, data);
  INTERNAL_ERROR("broken");
}

static void fail_without_hook(void *data) {
  internal_error_set_hook(name_the_pass, data);
  internal_error_set_hook(NULL, NULL);
  INTERNAL_ERROR("broken");
}

static void run_out(void *data) {
  (void)data;
  fatal_out_of_memory(12345);
}

static void says_that_it_is_a_bug(void **state) {
  (void)state;
  UnitChild child = unit_run_child(fail_plainly, NULL);
  assert_int_equal(child.exit_code, 70);
  assert_non_null(strstr(child.error_text, "internal error: test/unit/test_internal.c:"));
  assert_non_null(strstr(child.error_text, "op 7 is unknown"));
  assert_non_null(strstr(child.error_text, "this is a bug in ravel"));
}

static void calls_the_hook_once(void **state) {
  (void)state;
  char pass[] = "fuse";
  UnitChild child = unit_run_child(fail_with_hook, pass);
  assert_int_equal(child.exit_code, 70);
  assert_non_null(strstr(child.error_text, "in pass fuse"));
  child = unit_run_child(fail_in_hook, pass);
  assert_int_equal(child.exit_code, 70);
  assert_non_null(strstr(child.error_text, "the hook broke too"));
  child = unit_run_child(fail_without_hook, pass);
  assert_int_equal(child.exit_code, 70);
  assert_null(strstr(child.error_text, "in pass"));
}

static void out_of_memory_is_code_5(void **state) {
  (void)state;
  UnitChild child = unit_run_child(run_out, NULL);
  assert_int_equal(child.exit_code, 5);
  assert_non_null(strstr(child.error_text, "12345"));
}

UnitCount test_internal(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_that_it_is_a_bug),
      cmocka_unit_test(calls_the_hook_once),
      cmocka_unit_test(out_of_memory_is_code_5),
  };
  return UNIT_RUN("internal", tests);
}
