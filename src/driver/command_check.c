// ravel check: is every file a legal program?
#include "driver/driver.h"

// The graver of two exit codes: a wrong use of ravel counts more than an error in a source.
static int graver(int a, int b) { return a > b ? a : b; }

// Checks one file; as far as its language can, without making a program.
static int file_check(Driver *driver, const char *path, const char *language) {
  const Front *front = front_choose(driver, path, language);
  if (!front) return EXIT_USAGE;
  const SourceFile *file = diag_load_source(driver->diag, path);
  if (!file) return EXIT_SOURCE_ERROR;
  if (front->check) {
    bool is_legal = front->check(driver->arena, driver->names, file, driver->diag);
    return is_legal ? EXIT_OK : EXIT_SOURCE_ERROR;
  }
  int status;
  return text_compile(driver, front, file, &status) ? EXIT_OK : status;
}

int command_check(Driver *driver, const Arguments *arguments) {
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  int result = EXIT_OK;
  for (size_t i = 0; i < arguments->operands.count; i++) {
    int status = file_check(driver, arguments->operands.data[i], language);
    result = graver(result, status);
  }
  return result;
}
