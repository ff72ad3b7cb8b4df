// ravel check: is every file a legal program?
#include <sys/stat.h>

#include "driver/driver.h"
#include "driver/test.h"

// The graver of two exit codes: a wrong use of ravel counts more than an error in a source.
static int graver(int a, int b) { return a > b ? a : b; }

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// The files, and the programs in the folders.
static int files_find(Driver *driver, const Words *operands, Words *files) {
  int result = EXIT_OK;
  for (size_t i = 0; i < operands->count; i++) {
    Words one = {0};
    vec_push(driver->arena, &one, operands->data[i]);
    if (is_folder(operands->data[i]))
      result = graver(result, test_files_find(driver, &one, files));
    else
      vec_push(driver->arena, files, operands->data[i]);
  }
  return result;
}

int command_check(Driver *driver, const Arguments *arguments) {
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  Words files = {0};
  int result = files_find(driver, &arguments->operands, &files);
  for (size_t i = 0; i < files.count; i++) {
    int status;
    if (source_compile(driver, files.data[i], language, &status)) status = EXIT_OK;
    result = graver(result, status);
  }
  return result;
}
