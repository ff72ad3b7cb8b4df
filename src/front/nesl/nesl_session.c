// NESL at the prompt. A session is one program whose forms were read from several inputs.
#include <string.h>

#include "front/nesl/nesl.h"
#include "front/nesl/nesl_to_core.h"

// ---- Where an input ends ----

typedef struct NeslNesting {
  Arena *arena;
  Vec(NeslTokenKind) open; // brackets and LET
} NeslNesting;

// Takes the innermost bracket of this kind, and what was left open inside of it.
static bool nesting_close(NeslNesting *nesting, NeslTokenKind kind) {
  while (nesting->open.count > 0)
    if (vec_pop(&nesting->open) == kind) return true;
  return false;
}

// False where a bracket closes nothing, or a `;` ends what is still open: more lines do not mend
// that.
static bool nesting_count(NeslNesting *nesting, NeslTokenKind kind) {
  if (kind == NESL_TOKEN_LET || kind == NESL_TOKEN_LPAREN || kind == NESL_TOKEN_LBRACKET ||
      kind == NESL_TOKEN_LBRACE) {
    vec_push(nesting->arena, &nesting->open, kind);
    return true;
  }
  if (kind == NESL_TOKEN_SEMICOLON && nesting->open.count > 0) {
    NeslTokenKind inner = vec_last(&nesting->open);
    return inner == NESL_TOKEN_LET || inner == NESL_TOKEN_LBRACE;
  }
  if (kind == NESL_TOKEN_RPAREN) return nesting_close(nesting, NESL_TOKEN_LPAREN);
  if (kind == NESL_TOKEN_RBRACKET) return nesting_close(nesting, NESL_TOKEN_LBRACKET);
  if (kind == NESL_TOKEN_RBRACE) return nesting_close(nesting, NESL_TOKEN_LBRACE);
  bool is_let_end = kind == NESL_TOKEN_IN && nesting->open.count > 0 &&
                    vec_last(&nesting->open) == NESL_TOKEN_LET;
  if (is_let_end) (void)vec_pop(&nesting->open);
  return true;
}

// After the last token there are only blanks and comments.
static bool is_in_comment(const SourceFile *file, size_t end) {
  bool is_inside = false;
  for (size_t i = end; i < file->length; i++)
    is_inside = is_inside != (file->text[i] == '%');
  return is_inside;
}

// Every form ends with `;`, a comment with `%`, and a string, which may have line breaks, with `"`.
static bool is_open(Arena *arena, Interner *names, const SourceFile *file) {
  Diag *silent = diag_new(arena, NULL);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  FrontLexer lexer = nesl_lex(arena, names, file, silent);
  NeslNesting nesting = {.arena = arena};
  size_t count = lexer.tokens.count - 1;
  if (is_in_comment(file, count == 0 ? 0 : lexer.tokens.data[count - 1].end)) return true;
  if (count == 0) return false;
  for (size_t i = 0; i < count; i++)
    if (!nesting_count(&nesting, lexer.tokens.data[i].kind)) return false;
  const FrontToken *last = &lexer.tokens.data[count - 1];
  if (last->kind == NESL_TOKEN_BAD) return strchr("%\"", file->text[last->start]) != NULL;
  return nesting.open.count > 0 || last->kind != NESL_TOKEN_SEMICOLON;
}

// ---- Forms ----

// All inputs as one program; *known is how many forms are older than the last input. What there was
// to say of the others, and of files that they load, was said.
static NeslProgram *read_inputs(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                                size_t *known) {
  NeslProgram *program = arena_make(arena, NeslProgram);
  Diag *silent = diag_new(arena, diag_sources(diag));
  diag_configure(silent, (DiagSettings){.is_silent = true});
  for (size_t i = 0; i < inputs.count; i++) {
    bool is_new = i + 1 == inputs.count;
    *known = program->forms.count;
    const NeslProgram *part = nesl_parse(arena, names, inputs.files[i], is_new ? diag : silent);
    program->exit = part->exit;
    program->file = inputs.files[i];
    program->has_errors = program->has_errors || part->has_errors;
    for (size_t k = 0; k < part->forms.count; k++)
      part->forms.data[k]->input = i + 1;
    vec_append(arena, &program->forms, part->forms.data, part->forms.count);
  }
  return program;
}

typedef struct NeslListing {
  Arena *arena;
  const NeslChecked *checked;
  SessionProgram *result;
  size_t form; // the one that is listed
  size_t next; // among the program's functions: where its entry point is looked for
} NeslListing;

// Adds something that the form shows. Its entry point is the next one.
static void add_form(NeslListing *listing, Name name, const char *type) {
  const Program *program = listing->result->program;
  const NeslForm *form = listing->checked->forms.data[listing->form];
  while (program->funs.data[listing->next]->entry == NULL)
    listing->next++;
  SessionNames *keepers = &listing->checked->keepers[listing->form - listing->checked->first];
  SessionForm shown = {.name = name,
                       .type = type,
                       .entry = program->funs.data[listing->next++],
                       .span = form->span,
                       .is_expression = form->kind == NESL_FORM_EXPRESSION,
                       .keepers = *keepers};
  vec_push(listing->arena, &listing->result->forms, shown);
  *keepers = (SessionNames){0}; // of several names of one form the first tells
}

static void add_function(NeslListing *listing, const NeslFunction *function) {
  NeslPrinter printer = {.arena = listing->arena};
  add_form(listing, function->name,
           arena_printf(listing->arena, " : %s", nesl_function_text(&printer, function)));
}

static void add_value(NeslListing *listing, const NeslValue *value) {
  NeslPrinter printer = {.arena = listing->arena};
  add_form(listing, value->name,
           arena_printf(listing->arena, " : %s", nesl_value_text(&printer, value)));
}

static void add_pattern(NeslListing *listing, const NeslPattern *pattern) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: add_value(listing, pattern->variable.value); return;
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      add_pattern(listing, pattern->items.data[i]);
    return;
  case NESL_PATTERN_DATA: add_pattern(listing, pattern->data.argument); return;
  }
}

// In the order in which to_core_entry.c makes entry points.
static void add_forms(NeslListing *listing) {
  const NeslChecked *checked = listing->checked;
  for (listing->form = checked->first; listing->form < checked->forms.count; listing->form++) {
    const NeslForm *form = checked->forms.data[listing->form];
    switch (form->kind) {
    case NESL_FORM_FUNCTION: add_function(listing, form->function.function); break;
    case NESL_FORM_DATATYPE: add_function(listing, form->datatype.datatype->constructor); break;
    case NESL_FORM_BINDING: add_pattern(listing, form->binding.pattern); break;
    case NESL_FORM_EXPRESSION: add_value(listing, form->expression.it); break;
    case NESL_FORM_BROKEN: INTERNAL_ERROR("a broken form without an error");
    }
  }
}

static bool compile(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                    SessionProgram *result) {
  size_t known = 0;
  NeslProgram *program = read_inputs(arena, names, diag, inputs, &known);
  const NeslProgram *prelude = nesl_read_prelude(arena, names, diag);
  const NeslChecked *checked = nesl_check_session(arena, names, diag, prelude, program, known);
  if (checked->has_errors) return false;
  if (span_is_known(program->exit)) {
    diag_warning(diag, ERROR_NESL_COMMAND, program->exit, "this ends a program, and no session");
    diag_hint(diag, "`:quit` ends a session");
  }
  result->program = nesl_to_core(arena, names, diag, checked);
  if (result->program == NULL) return false;
  NeslListing listing = {.arena = arena, .checked = checked, .result = result};
  add_forms(&listing);
  return true;
}

// ---- Names ----

static const char *const KEYWORDS[] = {
#define TOKEN(id, text)
#define KEYWORD(id, text) text,
#include "front/nesl/tokens.def"
#undef TOKEN
#undef KEYWORD
};

static void list_names(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                       SessionNames *out) {
  size_t known = 0;
  NeslProgram *program = read_inputs(arena, names, diag, inputs, &known);
  const NeslProgram *prelude = nesl_read_prelude(arena, names, diag);
  const NeslChecked *checked =
      nesl_check_session(arena, names, diag, prelude, program, program->forms.count);
  vec_append(arena, out, checked->seen.data, checked->seen.count);
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
    vec_push(arena, out, intern_str(names, KEYWORDS[i]));
}

const FrontSession nesl_session = {
    .terminator = ";", .is_open = is_open, .compile = compile, .names = list_names};
