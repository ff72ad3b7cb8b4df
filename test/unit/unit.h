// What every file of unit tests includes: cmocka, and how a file hands over its tests.
//
//   UnitCount test_arena(void) {
//     static const struct CMUnitTest tests[] = {cmocka_unit_test(hands_out_zeroes)};
//     return UNIT_RUN("arena", tests);
//   }
//
// Then add UNIT(arena) to units.def.
#ifndef TEST_UNIT_UNIT_H
#define TEST_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct UnitCount {
  size_t total, failed;
} UnitCount;

// Runs an array of tests under a name.
#define UNIT_RUN(name, tests)                                                                      \
  ((UnitCount){sizeof(tests) / sizeof *(tests),                                                    \
               (size_t)cmocka_run_group_tests_name(name, tests, NULL, NULL)})

// Where a child process of unit_run_child writes; what it printed, and its exit code.
typedef struct UnitChild {
  int exit_code;
  char error_text[4096];
} UnitChild;

// Runs action(data) in a child process, for code that is expected to end the process.
// A child that returns from action has exit code 0; one killed by a signal has 128 + signal.
UnitChild unit_run_child(void (*action)(void *data), void *data);

#endif
