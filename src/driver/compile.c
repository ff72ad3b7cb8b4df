// From a path to a verified program.
#include <string.h>

#include "driver/driver.h"
#include "ir/verify.h"

// All extensions, for the hint.
static void put_extensions(StrBuf *out) {
  for (size_t i = 0; i < front_count(); i++) {
    const Front *front = front_at(i);
    for (const char *item = front->extensions; *item; item += strspn(item, " ")) {
      size_t length = strcspn(item, " ");
      strbuf_printf(out, "%s%.*s (%s)", out->length ? ", " : "", (int)length, item, front->name);
      item += length;
    }
  }
}

const Front *front_choose(Driver *driver, const char *path, const char *language) {
  const Front *front = language ? front_named(language) : front_for_extension(path_extension(path));
  if (front) return front;
  StrBuf known = {0};
  if (language) {
    diag_error(driver->diag, ERROR_UNKNOWN_LANGUAGE, SPAN_NONE, "unknown language %s", language);
    for (size_t i = 0; i < front_count(); i++)
      strbuf_printf(&known, "%s%s", i ? ", " : "", front_at(i)->name);
    diag_hint(driver->diag, "the languages are: %s", strbuf_text(&known));
  } else if (strcmp(path, "-") == 0) {
    diag_error(driver->diag, ERROR_UNKNOWN_LANGUAGE, SPAN_NONE,
               "standard input does not tell its language");
    for (size_t i = 0; i < front_count(); i++)
      strbuf_printf(&known, "%s--language=%s", i ? " or " : "", front_at(i)->name);
    diag_hint(driver->diag, "give %s", strbuf_text(&known));
  } else {
    diag_error(driver->diag, ERROR_UNKNOWN_LANGUAGE, SPAN_NONE,
               "the extension of %s does not tell its language", path);
    put_extensions(&known);
    diag_hint(driver->diag, "the extensions are: %s; or give --language=NAME", strbuf_text(&known));
  }
  strbuf_free(&known);
  return NULL;
}

Program *text_compile(Driver *driver, const Front *front, const SourceFile *file, int *status) {
  size_t errors = diag_error_count(driver->diag);
  Program *program = front->compile(driver->arena, driver->names, file, driver->diag);
  if (!program) {
    *status = diag_exit_code(driver->diag);
    return NULL;
  }
  // With --Werror a program with warnings is a wrong one.
  if (diag_error_count(driver->diag) > errors || !program_check_ranks(program, driver->diag)) {
    *status = EXIT_SOURCE_ERROR;
    return NULL;
  }
  program->is_unguarded = front->is_textual_ir;
  program->entry_hint = front->entry_hint;
  if (program_verify(program, driver->diag)) return program;
  if (!front->is_textual_ir) {
    diag_flush(driver->diag);
    INTERNAL_ERROR("the %s front end made an illegal program", front->name);
  }
  *status = EXIT_SOURCE_ERROR;
  return NULL;
}

const SourceFile *source_again(Driver *driver, const SourceFile *file) {
  return source_add(driver->sources, file->path, file->text, file->length);
}

Program *source_compile(Driver *driver, const char *path, const char *language, int *status) {
  *status = EXIT_USAGE;
  const Front *front = front_choose(driver, path, language);
  if (!front) return NULL;
  const SourceFile *file = diag_load_source(driver->diag, path);
  if (!file) {
    *status = EXIT_SOURCE_ERROR;
    return NULL;
  }
  return text_compile(driver, front, file, status);
}
