// Textual IR at a prompt: inputs are read one after the other into one program.
#include <string.h>

#include "ir/build.h"
#include "ir/map.h"
#include "ir/parse.h"
#include "ir/parse_internal.h"
#include "ir/type.h"

// ---- Where an input ends ----

static bool is_item(TokenKind kind) {
  return kind == TOKEN_FUN || kind == TOKEN_ENTRY || kind == TOKEN_GLOBAL;
}

static int bracket_step(TokenKind kind) {
  bool is_open = kind == TOKEN_PAREN_OPEN || kind == TOKEN_BRACKET_OPEN || kind == TOKEN_BRACE_OPEN;
  bool is_close =
      kind == TOKEN_PAREN_CLOSE || kind == TOKEN_BRACKET_CLOSE || kind == TOKEN_BRACE_CLOSE;
  return is_open ? 1 : is_close ? -1 : 0;
}

// Open brackets, an item without its body, and tokens that something must follow.
bool program_text_is_open(Arena *arena, Interner *names, const SourceFile *file) {
  Diag *silent = diag_new(arena, NULL);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  uint32_t last_id = 0;
  Tokens tokens = lex(arena, names, file, silent, &last_id);
  int depth = 0;
  bool lacks_body = false;
  if (tokens.count == 1) return false;
  for (size_t i = 0; i + 1 < tokens.count; i++) {
    TokenKind kind = tokens.data[i].kind;
    depth += bracket_step(kind);
    if (depth < 0) return false;
    if (is_item(kind)) lacks_body = true;
    if (kind == TOKEN_BRACE_OPEN) lacks_body = false;
  }
  TokenKind last = tokens.data[tokens.count - 2].kind;
  return depth > 0 || lacks_body || last == TOKEN_EQUALS || last == TOKEN_COMMA ||
         last == TOKEN_COLON || last == TOKEN_LET || last == TOKEN_ATTRIBUTE;
}

// ---- Names that are defined again ----

// A function that is defined again goes on under another name, for those that call it.
static void release_function(Parser *parser, Name name, ParsedItems *items) {
  Fun *old = name ? program_find(parser->program, name) : NULL;
  if (!old) return;
  Name other = name;
  for (size_t number = 1; program_find(parser->program, other); number++)
    other =
        intern_str(parser->program->names, arena_printf(parser->arena, "%s_old%zu", name, number));
  old->name = other;
  if (old->entry) old->entry->name = other;
  map_put(items->hidden, map_key(old), name);
}

static void release_functions(Parser *parser, ParsedItems *items) {
  const Token *tokens = parser->tokens.data;
  for (size_t i = 0; tokens[i].kind != TOKEN_END; i++)
    if (tokens[i].kind == TOKEN_FUN || tokens[i].kind == TOKEN_ENTRY)
      release_function(parser, tokens[i + 1].text, items);
}

// ---- Statements ----

// `let x: t = e` becomes `global (x: t) = { let x.1: t = e in (x.1) }`.
static Global *global_of(Parser *parser, Stm *stm) {
  Program *program = parser->program;
  Subst *subst = subst_new(program);
  Atom *results = arena_array(parser->arena, Atom, stm->var_count);
  Var **inner = arena_array(parser->arena, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    inner[i] = var_like(program, stm->vars[i], subst_type(subst, stm->vars[i]->type));
    results[i] = atom_var(inner[i]);
    subst_add(subst, stm->vars[i], results[i]);
  }
  Global *global = arena_make(parser->arena, Global);
  *global = (Global){.vars = stm->vars, .var_count = stm->var_count, .span = stm->span};
  stm->vars = inner;
  Stms stms = {0};
  vec_push(parser->arena, &stms, stm);
  global->body = body_new(program, stms, results, stm->var_count);
  return global;
}

static void parse_statements(Parser *parser) {
  size_t errors = diag_error_count(parser->diag);
  Stms stms = {0};
  parser->used = parser->global_spellings;
  parser->unknown = map_new(parser->arena);
  parser->global_end = parser->global_limit = parser->program->var_count;
  parse_stms(parser, &stms);
  if (!at_token(parser, TOKEN_END) && diag_error_count(parser->diag) == errors)
    parser_unexpected(parser, "`let` or the end of the input");
  if (diag_error_count(parser->diag) > errors) return;
  for (size_t i = 0; i < stms.count; i++)
    vec_push(parser->arena, &parser->program->globals, global_of(parser, stms.data[i]));
}

// Puts `let it =` before an expression; before an atom also an op that gives it back.
static void name_expression(Parser *parser) {
  bool is_atom = parser->tokens.count == 2 &&
                 (at_token(parser, TOKEN_VARIABLE) || at_token(parser, TOKEN_CONSTANT));
  Name it = intern_str(parser->program->names, "it");
  Token words[] = {{.kind = TOKEN_LET},
                   {.kind = TOKEN_VARIABLE, .text = it, .name = it},
                   {.kind = TOKEN_EQUALS},
                   {.kind = TOKEN_OP, .op = OP_OPAQUE}};
  uint32_t start = parser_peek(parser)->start;
  Tokens tokens = {0};
  for (size_t i = 0; i < (is_atom ? 4 : 3); i++) {
    words[i].start = words[i].end = start;
    vec_push(parser->arena, &tokens, words[i]);
  }
  vec_append(parser->arena, &tokens, parser->tokens.data, parser->tokens.count);
  parser->tokens = tokens;
}

// ---- Inputs ----

// The last function that had the name.
static const Fun *hidden_fun(const Program *program, const ParsedItems *items, Name name) {
  const Fun *hidden = NULL;
  for (size_t i = 0; i < program->funs.count; i++)
    if (map_get(items->hidden, map_key(program->funs.data[i])) == name)
      hidden = program->funs.data[i];
  return hidden;
}

static void add_items(const Parser *parser, size_t globals, size_t funs, bool is_expression,
                      ParsedItems *items) {
  const Program *program = parser->program;
  for (size_t i = funs; i < program->funs.count; i++) {
    const Fun *fun = program->funs.data[i];
    ParsedItem item = {
        .name = fun->name, .span = fun->span, .hidden = hidden_fun(program, items, fun->name)};
    vec_push(parser->arena, items, item);
  }
  for (size_t i = globals; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    ParsedItem item = {.name = global->var_count > 0 ? global->vars[0]->name : NULL,
                       .span = global->span,
                       .global = global,
                       .is_expression = is_expression};
    vec_push(parser->arena, items, item);
  }
}

// Globals have ids by where they stand, which later inputs do not change. Their variables have
// numbers, so that functions may have variables of the same name.
static void number_globals(Program *program, size_t first) {
  for (size_t i = first; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    global->id = (uint32_t)i + 1;
    for (size_t k = 0; k < global->var_count; k++)
      global->vars[k]->id = ++program->last_id;
  }
}

static void parse_input(Parser *parser, const SourceFile *file, ParsedItems *items) {
  size_t globals = parser->program->globals.count, funs = parser->program->funs.count;
  parser_read(parser, file);
  size_t ahead = 0;
  while (parser_peek_at(parser, ahead)->kind == TOKEN_ATTRIBUTE)
    ahead++;
  TokenKind kind = parser_peek_at(parser, ahead)->kind;
  bool is_expression = !is_item(kind) && kind != TOKEN_LET && kind != TOKEN_END;
  if (is_expression) name_expression(parser);
  release_functions(parser, items);
  if (is_item(kind))
    parse_program_items(parser);
  else
    parse_statements(parser);
  number_globals(parser->program, globals);
  items->count = 0;
  add_items(parser, globals, funs, is_expression, items);
}

Program *program_parse_session(Arena *arena, Interner *names, const SourceFile *const *files,
                               size_t count, Diag *diag, ParsedItems *items) {
  size_t errors = diag_error_count(diag);
  Parser parser = parser_new(arena, names, diag);
  parser.is_session = true;
  items->hidden = map_new(arena);
  for (size_t i = 0; i < count && diag_error_count(diag) == errors; i++)
    parse_input(&parser, files[i], items);
  return diag_error_count(diag) == errors ? parser.program : NULL;
}
