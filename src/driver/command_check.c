// ravel check: is every file a legal program?
#include "driver/driver.h"

// The graver of two exit codes: a wrong use of ravel counts more than an error in a source.
static int graver(int a, int b) { return a > b ? a : b; }

int command_check(Driver *driver, const Arguments *arguments) {
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  int result = EXIT_OK;
  for (size_t i = 0; i < arguments->operands.count; i++) {
    int status;
    if (source_compile(driver, arguments->operands.data[i], language, &status)) status = EXIT_OK;
    result = graver(result, status);
  }
  return result;
}
