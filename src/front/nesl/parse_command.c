// Commands: what NESL's interactive system reads beside forms, also in files. `load` and `exit`
// mean something in a program; the others set or show something that is not there, and are passed
// over with a warning.
#include <string.h>

#include "base/file.h"
#include "front/nesl/parse_internal.h"

typedef enum CommandKind { COMMAND_LOAD, COMMAND_EXIT, COMMAND_OTHER } CommandKind;

typedef struct NeslCommand {
  const char *word;
  CommandKind kind;
  bool is_alone; // it may be the whole form
  const char *hint;
} NeslCommand;

static const NeslCommand COMMANDS[] = {
    {"load", COMMAND_LOAD, false, NULL},
    {"exit", COMMAND_EXIT, true, NULL},
    {"quit", COMMAND_EXIT, true, NULL},
    {"set", COMMAND_OTHER, false,
     "settings are options: `ravel run --help`; `--print-limit=N` is how much is shown"},
    {"describe", COMMAND_OTHER, false, "a definition is shown with its type: `ravel run`"},
    {"show", COMMAND_OTHER, false, "the value of every expression at top level is shown"},
    {"apropos", COMMAND_OTHER, false, "the standard functions are listed in doc/languages/nesl.md"},
    {"dump", COMMAND_OTHER, false, "`ravel dump` and `ravel opt` show what becomes of a program"},
    {"edit", COMMAND_OTHER, true, "at the prompt, `:load` and `:reload` read what was edited"},
    {"help", COMMAND_OTHER, true, "the prompt has `:help`"},
    {"bugs", COMMAND_OTHER, true, "the prompt has `:help`"},
    {"lisp", COMMAND_OTHER, true, "there is no Lisp underneath"},
};

// Whether a form above gives the word a meaning of its own.
static bool is_bound(const NeslForms *forms, Name word) {
  for (size_t i = 0; i < forms->count; i++)
    if (nesl_form_name(forms->data[i]).name == word) return true;
  return false;
}

// A word that a name or a literal follows on its line is no expression; one that stands alone may
// be a variable.
static const NeslCommand *find_command(const FrontParser *parser, const NeslForms *forms) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != NESL_TOKEN_NAME) return NULL;
  const FrontToken *next = front_parser_peek_at(parser, 1);
  bool is_alone = next->kind == NESL_TOKEN_SEMICOLON || next->kind == NESL_TOKEN_END;
  bool has_argument =
      !next->is_first && (next->kind == NESL_TOKEN_NAME || next->kind == NESL_TOKEN_STRING ||
                          next->kind == NESL_TOKEN_INT);
  for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
    const NeslCommand *command = &COMMANDS[i];
    if (strcmp(command->word, token->name) != 0) continue;
    if (command->kind == COMMAND_LOAD && next->kind != NESL_TOKEN_STRING) return NULL;
    return has_argument || (is_alone && command->is_alone && !is_bound(forms, token->name))
               ? command
               : NULL;
  }
  return NULL;
}

// Moves after the command; its span.
static Span take_command(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  while (!front_parser_is(parser, NESL_TOKEN_SEMICOLON) &&
         !front_parser_is(parser, NESL_TOKEN_END) && !front_parser_peek(parser)->is_first)
    front_parser_next(parser);
  return front_parser_span_from(parser, first);
}

// ---- load ----

// The file of this name next to the one that loads it; the suffix may be left out.
static const char *load_path(FrontParser *parser, const char *name) {
  const char *folder = path_dirname(parser->arena, parser->file->path);
  const char *joined = path_join(parser->arena, folder, name);
  const char *path = path_normalize(parser->arena, joined);
  size_t length = strlen(path);
  bool has_suffix = length > 5 && strcmp(path + length - 5, ".nesl") == 0;
  return has_suffix ? path : arena_printf(parser->arena, "%s.nesl", path);
}

// A session hands over what it has read before.
static const SourceFile *load_source(FrontParser *parser, const char *path, Span span) {
  SourceMap *sources = diag_sources(parser->diag);
  const char *reason = NULL;
  const SourceFile *source = source_find(sources, path);
  if (source == NULL) source = source_load(sources, path, &reason);
  if (source != NULL) return diag_check_utf8(parser->diag, source) ? source : NULL;
  diag_error(parser->diag, ERROR_NESL_LOAD, span, "cannot load %s: %s", path, reason);
  diag_hint(parser->diag, "the name is taken from the folder of the file that loads it");
  return NULL;
}

static void load_forms(FrontParser *parser, NeslLoads *loads, NeslForms *forms) {
  const FrontString *name = front_parser_peek_at(parser, 1)->value;
  const char *text = arena_strndup(parser->arena, name->bytes, name->length);
  Span span = take_command(parser);
  if (strlen(text) != name->length) {
    diag_error(parser->diag, ERROR_NESL_LOAD, span, "the name of a file cannot have a NUL in it");
    parser->has_errors = true;
    return;
  }
  const char *path = load_path(parser, text);
  if (!nesl_loads_add(parser->arena, loads, intern_str(parser->names, path))) return;
  const SourceFile *source = load_source(parser, path, span);
  if (source == NULL) {
    parser->has_errors = true;
    return;
  }
  const NeslProgram *part =
      nesl_parse_file(parser->arena, parser->names, source, parser->diag, loads);
  loads->exit = SPAN_NONE; // only that file ends with it
  if (part->has_errors) parser->has_errors = true;
  vec_append(parser->arena, forms, part->forms.data, part->forms.count);
}

// ---- The others ----

// The program ends here; what stands below is not read.
static void take_exit(FrontParser *parser, NeslLoads *loads) {
  loads->exit = take_command(parser);
  while (front_parser_accept(parser, NESL_TOKEN_SEMICOLON))
    continue;
  const FrontToken *rest = front_parser_peek(parser);
  if (rest->kind == NESL_TOKEN_END) return;
  diag_warning(parser->diag, ERROR_NESL_COMMAND, front_parser_token_span(parser, rest),
               "the program ends above, and what stands from here on is not read");
  parser->at = parser->end;
}

bool nesl_parser_command(FrontParser *parser, NeslLoads *loads, NeslForms *forms) {
  const NeslCommand *command = find_command(parser, forms);
  if (command == NULL) return false;
  switch (command->kind) {
  case COMMAND_LOAD: load_forms(parser, loads, forms); break;
  case COMMAND_EXIT: take_exit(parser, loads); break;
  case COMMAND_OTHER:
    diag_warning(parser->diag, ERROR_NESL_COMMAND, take_command(parser),
                 "`%s` is a command of NESL's interactive system, and does nothing here",
                 command->word);
    diag_hint(parser->diag, "%s", command->hint);
    break;
  }
  return true;
}
