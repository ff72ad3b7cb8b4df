// ravel check: is every file a legal program?
#include <stdio.h>

#include "driver/folder.h"

// The graver of two exit codes: a wrong use of ravel counts more than an error in a source.
static int graver(int a, int b) { return a > b ? a : b; }

// Each file has a driver of its own, so that none is judged by the mistakes of another.
static int check_file(const Arguments *arguments, const char *path) {
  Driver driver = driver_open(diag_settings_from(arguments));
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  int status;
  diag_tell(driver.diag, "%s is checked", path);
  if (source_compile(&driver, path, language, &status)) status = EXIT_OK;
  driver_close(&driver);
  return status;
}

static bool has_folder(const Words *operands) {
  for (size_t i = 0; i < operands->count; i++)
    if (folder_is_there(operands->data[i])) return true;
  return false;
}

// What a single file is, its messages say; of a folder nobody sees how much was looked at.
static void summary_show(size_t count, size_t wrong) {
  const char *files = count == 1 ? "file" : "files";
  if (wrong == 0)
    printf("%zu %s checked: no errors\n", count, files);
  else
    printf("%zu %s checked: %zu with errors\n", count, files, wrong);
}

int command_check(Driver *driver, const Arguments *arguments) {
  Words paths = {0};
  int result = folder_expand(driver, &arguments->operands, &paths) ? EXIT_OK : EXIT_SOURCE_ERROR;
  size_t wrong = 0;
  if (paths.count == 0 && result == EXIT_OK) {
    diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE,
               "there is no file of a known language in %s", arguments->operands.data[0]);
    return EXIT_SOURCE_ERROR;
  }
  for (size_t i = 0; i < paths.count; i++) {
    int status = check_file(arguments, paths.data[i]);
    wrong += status != EXIT_OK;
    result = graver(result, status);
  }
  bool is_summed = has_folder(&arguments->operands) && !option_is_set(arguments, OPTION_JSON);
  if (is_summed) summary_show(paths.count, wrong);
  return is_summed ? stdout_finish(driver, result) : result;
}
