// ravel fmt: sources as they should be laid out.
#include <stdio.h>
#include <string.h>

#include "driver/folder.h"
#include "front/format.h"

// What is done with the result.
typedef enum FmtUse { FMT_WRITE, FMT_CHECK, FMT_PRINT } FmtUse;

static int use_text(Driver *driver, const SourceFile *file, const char *path, const StrBuf *text,
                    FmtUse use) {
  bool is_same =
      text->length == file->length && memcmp(strbuf_text(text), file->text, file->length) == 0;
  const char *error;
  switch (use) {
  case FMT_PRINT: return text_write(driver, NULL, strbuf_text(text), text->length);
  case FMT_CHECK:
    if (!is_same) printf("%s\n", path);
    return is_same ? EXIT_OK : EXIT_SOURCE_ERROR;
  case FMT_WRITE:
    if (is_same) return EXIT_OK;
    if (file_write(driver->arena, path, strbuf_text(text), text->length, &error)) return EXIT_OK;
    return write_failed(driver, path, error);
  }
  return EXIT_INTERNAL;
}

static int format_file(const Arguments *arguments, const char *path) {
  Driver driver = driver_open(diag_settings_from(arguments));
  const Front *front =
      front_choose(&driver, path, option_text(arguments, OPTION_FMT_LANGUAGE, NULL));
  int status = front ? EXIT_SOURCE_ERROR : EXIT_USAGE;
  const SourceFile *file = front ? diag_load_source(driver.diag, path) : NULL;
  FmtUse use = option_is_set(arguments, OPTION_FMT_CHECK) ? FMT_CHECK
               : strcmp(path, "-") == 0                   ? FMT_PRINT
                                                          : FMT_WRITE;
  StrBuf text = {0};
  if (file && front_format(front, driver.arena, file, driver.diag, &text))
    status = use_text(&driver, file, path, &text, use);
  strbuf_free(&text);
  driver_close(&driver);
  return status;
}

int command_fmt(Driver *driver, const Arguments *arguments) {
  Words paths = {0};
  int result = folder_expand(driver, &arguments->operands, &paths) ? EXIT_OK : EXIT_SOURCE_ERROR;
  for (size_t i = 0; i < paths.count; i++) {
    int status = format_file(arguments, paths.data[i]);
    if (status > result) result = status;
  }
  return stdout_finish(driver, result);
}
