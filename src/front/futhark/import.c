// Files. Each is read and checked once, in the scope of the prelude, however many import it.
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/internal.h"
#include "front/futhark/check_module.h"
#include "front/futhark/parse.h"

// ---- Paths ----

static bool file_exists(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  fclose(file);
  return true;
}

// ---- Messages ----

static void report_cycle(FutChecker *checker, const FutFile *again, Span span) {
  FutModules *modules = checker->modules;
  size_t first = 0;
  while (modules->open.data[first] != again)
    first++;
  const char *chain = path_basename(again->path);
  for (size_t i = first + 1; i < modules->open.count; i++)
    chain =
        arena_printf(checker->arena, "%s → %s", chain, path_basename(modules->open.data[i]->path));
  chain = arena_printf(checker->arena, "%s → %s", chain, path_basename(again->path));
  if (first + 1 == modules->open.count)
    diag_error(checker->diag, ERROR_FUTHARK_IMPORT_CYCLE, span, "this file imports itself");
  else
    diag_error(checker->diag, ERROR_FUTHARK_IMPORT_CYCLE, span, "the imports go in a circle: %s",
               chain);
  for (size_t i = first + 1; i < modules->open.count; i++)
    diag_note(checker->diag, modules->open.data[i]->imported, "%s is imported here",
              path_basename(modules->open.data[i]->path));
  diag_hint(checker->diag, "move what both files need into a third one");
}

// The name of a file in the same folder that is close to a path, without its extension.
static const char *nearest_file(Arena *arena, const char *path) {
  const char *folder = path_dirname(arena, path);
  DIR *directory = opendir(folder);
  if (directory == NULL) return NULL;
  Suggestion suggestion = suggestion_for(path_basename(path));
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (strcmp(path_extension(entry->d_name), ".fut") == 0)
      suggestion_offer(&suggestion, arena_strndup(arena, entry->d_name, strlen(entry->d_name)));
  closedir(directory);
  return suggestion.best == NULL ? NULL : path_without_extension(arena, suggestion.best);
}

static void report_not_found(FutChecker *checker, const char *path, const char *text,
                             bool is_embedded, Span span) {
  diag_error(checker->diag, ERROR_FUTHARK_IMPORT, span, "cannot find the file %s", path);
  size_t length = strlen(text);
  const char *nearest = is_embedded ? NULL : nearest_file(checker->arena, path);
  if (length > 4 && strcmp(text + length - 4, ".fut") == 0)
    diag_hint(checker->diag, "leave out `.fut`, which is implied: `import \"%.*s\"`",
              (int)(length - 4), text);
  else if (nearest != NULL)
    diag_hint(checker->diag, "did you mean `import \"%.*s%s\"`?", (int)(path_basename(text) - text),
              text, nearest);
  else
    diag_hint(checker->diag,
              "the path is taken from the folder of the file that imports; `.fut` is added to it");
}

// ---- Reading ----

static FutModuleValue *file_module(FutChecker *checker, const FutFile *file, Span span) {
  FutModuleValue *module = arena_make(checker->arena, FutModuleValue);
  module->kind = FUT_STRUCTURE;
  module->name = file->path;
  module->span = span;
  module->env = file->names;
  return module;
}

// Checks the declarations of a file in a scope. Yields the scope inside of it.
static FutEnv *check_file(FutChecker *checker, FutFile *file, const FutProgram *program,
                          FutEnv *around) {
  FutModules *modules = checker->modules;
  FutEnv *outer = fut_enter_env(checker, around);
  const FutDeclScope *scope = modules->scope;
  uint32_t module_depth = modules->module_depth;
  modules->scope = NULL;
  modules->module_depth = 0;
  vec_push(checker->arena, &modules->open, file);
  file->names = fut_enter_decls(checker, &program->decls);
  (void)vec_pop(&modules->open);
  modules->module_depth = module_depth;
  modules->scope = scope;
  return fut_enter_env(checker, outer);
}

static FutFile *new_file(FutChecker *checker, const char *path, const char *folder, Span span) {
  FutFile *file = arena_make(checker->arena, FutFile);
  file->path = intern_str(checker->names, path);
  file->folder = folder;
  file->imported = span;
  map_put(checker->modules->files, map_key(file->path), file);
  return file;
}

static const SourceFile *embedded_source(FutChecker *checker, const char *name) {
  const FutPreludeFile *file = fut_prelude_file(name);
  if (file == NULL) return NULL;
  const char *path = arena_printf(checker->arena, "/prelude/%s", name);
  return source_add(checker->sources, path, file->text, file->length);
}

// Where the import of a path leads: the canonical path, or a name inside the prelude.
static const char *import_target(FutChecker *checker, const char *text, bool *is_embedded) {
  const char *folder = vec_last(&checker->modules->open)->folder;
  const char *path = path_normalize(checker->arena, text);
  const char *prefix = "/prelude/";
  *is_embedded = true;
  if (strncmp(path, prefix, strlen(prefix)) == 0)
    return arena_printf(checker->arena, "%s.fut", path + strlen(prefix));
  if (folder == NULL) return arena_printf(checker->arena, "%s.fut", path);
  *is_embedded = false;
  const char *joined = path_join(checker->arena, folder, path);
  return arena_printf(checker->arena, "%s.fut", path_normalize(checker->arena, joined));
}

static const SourceFile *import_source(FutChecker *checker, const char *target, bool is_embedded,
                                       const char *text, Span span) {
  // A session hands over what it has read before.
  const SourceFile *source = is_embedded ? NULL : source_find(checker->sources, target);
  if (source != NULL) return source;
  if (is_embedded)
    source = embedded_source(checker, target);
  else if (file_exists(target))
    return diag_load_source(checker->diag, target);
  if (source == NULL) report_not_found(checker, target, text, is_embedded, span);
  return source;
}

FutModuleValue *fut_import(FutChecker *checker, FrontString path, Span span) {
  FutModules *modules = checker->modules;
  const char *text = arena_strndup(checker->arena, path.bytes, path.length);
  if (strlen(text) != path.length) {
    diag_error(checker->diag, ERROR_FUTHARK_IMPORT, span,
               "the path of a file cannot have a NUL in it");
    return fut_module_missing(checker->arena, NULL, span);
  }
  bool is_embedded;
  const char *target = import_target(checker, text, &is_embedded);
  const char *known_as = is_embedded ? arena_printf(checker->arena, "/prelude/%s", target) : target;
  FutFile *file = map_get(modules->files, map_key(intern_str(checker->names, known_as)));
  if (file == NULL) {
    const SourceFile *source = import_source(checker, target, is_embedded, text, span);
    if (source == NULL) return fut_module_missing(checker->arena, NULL, span);
    const char *folder = is_embedded ? NULL : path_dirname(checker->arena, target);
    file = new_file(checker, known_as, folder, span);
    FutProgram *program = fut_parse(checker->arena, checker->names, source, checker->diag);
    check_file(checker, file, program, modules->prelude);
  } else if (file->names == NULL) {
    report_cycle(checker, file, span);
    return fut_module_missing(checker->arena, NULL, span);
  }
  return file_module(checker, file, span);
}

FutModuleValue *fut_import_decl(FutChecker *checker, FrontString path, Span span) {
  FutModuleValue *module = fut_import(checker, path, span);
  bool is_embedded;
  const char *text = arena_strndup(checker->arena, path.bytes, path.length);
  const char *target = import_target(checker, text, &is_embedded);
  bool is_users = vec_last(&checker->modules->open)->folder != NULL;
  if (is_users && is_embedded && fut_prelude_file(target) != NULL) {
    diag_error(checker->diag, ERROR_FUTHARK_IMPORT, span,
               "the prelude is there without being imported");
    diag_hint(checker->diag, "leave this out; for a module of its names: module m = import \"%s\"",
              text);
  }
  return module;
}

FutProgram *fut_prelude_program(FutChecker *checker, const char *name) {
  const SourceFile *source = embedded_source(checker, name);
  if (source == NULL) INTERNAL_ERROR("the prelude lacks %s", name);
  return fut_parse(checker->arena, checker->names, source, checker->diag);
}

FutEnv *fut_import_program(FutChecker *checker, const FutProgram *program, bool is_embedded) {
  const char *path = path_normalize(checker->arena, program->file->path);
  const char *folder = is_embedded ? NULL : path_dirname(checker->arena, path);
  FutFile *file = new_file(checker, path, folder, SPAN_NONE);
  checker->checked->scope = check_file(checker, file, program, checker->modules->prelude);
  return file->names;
}

FutEnv *fut_import_input(FutChecker *checker, const FutProgram *program, FutEnv *around) {
  const char *path = path_normalize(checker->arena, program->file->path);
  FutFile *file = new_file(checker, path, path_dirname(checker->arena, path), SPAN_NONE);
  return check_file(checker, file, program, around);
}
