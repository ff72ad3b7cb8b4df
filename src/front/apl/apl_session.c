// APL at the prompt. A session is one program whose statements were read from several inputs.
#include "front/apl/apl.h"
#include "front/apl/apl_to_core.h"
#include "front/apl/keys.h"

// Only a brace may be closed on a later line.
static bool is_open(Arena *arena, Interner *names, const SourceFile *file) {
  Diag *silent = diag_new(arena, NULL);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  FrontLexer lexer = apl_lex(arena, names, file, silent);
  size_t depth = 0;
  for (size_t i = 0; i < lexer.tokens.count; i++) {
    int kind = lexer.tokens.data[i].kind;
    if (kind == APL_TOKEN_BAD || (kind == APL_TOKEN_RBRACE && depth == 0)) return false;
    if (kind == APL_TOKEN_LBRACE) depth++;
    if (kind == APL_TOKEN_RBRACE) depth--;
  }
  return depth > 0;
}

// All inputs as one program; *known is how many statements are older than the last input.
static AplProgram *read_inputs(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                               size_t *known) {
  AplProgram *program = arena_make(arena, AplProgram);
  for (size_t i = 0; i < inputs.count; i++) {
    *known = program->statements.count;
    const AplProgram *part = apl_parse(arena, names, inputs.files[i], diag);
    program->file = inputs.files[i];
    program->has_errors = program->has_errors || part->has_errors;
    vec_append(arena, &program->statements, part->statements.data, part->statements.count);
  }
  return program;
}

static bool compile(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                    SessionProgram *result) {
  size_t known = 0;
  const AplProgram *program = read_inputs(arena, names, diag, inputs, &known);
  const AplProgram *prelude = apl_read_prelude(arena, names, diag);
  if (program->has_errors) return false;
  return apl_session_to_core(arena, names, prelude, program, known, diag, result, NULL);
}

static void list_names(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                       SessionNames *out) {
  size_t known = 0;
  SessionProgram unused = {0};
  const AplProgram *program = read_inputs(arena, names, diag, inputs, &known);
  const AplProgram *prelude = apl_read_prelude(arena, names, diag);
  apl_session_to_core(arena, names, prelude, program, program->statements.count, diag, &unused,
                      out);
}

// A backquote and a key type a glyph.
static const char *typed_glyph(const char *text, size_t length, size_t *size) {
  *size = 2;
  return length > 1 && text[length - 2] == '`' ? apl_key_glyph(text[length - 1]) : NULL;
}

const FrontSession apl_session = {.prompt = "      ",
                                  .has_silent_bindings = true,
                                  .is_open = is_open,
                                  .compile = compile,
                                  .names = list_names,
                                  .typed = typed_glyph};
