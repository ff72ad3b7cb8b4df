// Parsing of programs. Globals and functions may be used before they are defined, so this happens
// in rounds: find where each item begins, read the heads of the globals, the heads of the
// functions, and then all bodies. The other files of the family hold the rest of the grammar.
#include "ir/parse.h"

#include <string.h>

#include "ir/entry.h"
#include "ir/parse_internal.h"
#include "ir/print.h"
#include "ir/rules.h"
#include "ir/type.h"

// A global or function on its way through the rounds.
typedef struct Item {
  size_t start; // its first token
  size_t body;  // the `=` before the body; 0 when the head is wrong
  Global *global;
  Fun *fun;
  Map *used; // spellings
  Vec(Binding) params;
} Item;

typedef struct Items {
  Item *data;
  size_t count, capacity;
} Items;

static bool at_item(const Parser *parser) {
  return at_token(parser, TOKEN_FUN) || at_token(parser, TOKEN_ENTRY) ||
         at_token(parser, TOKEN_GLOBAL);
}

// ---- Where items begin ----

// Skips to the next item or attribute before it.
static void item_skip(Parser *parser) {
  while (!at_item(parser) && !at_token(parser, TOKEN_END))
    parser_next(parser);
  while (parser->at > 0 && parser->tokens.data[parser->at - 1].kind == TOKEN_ATTRIBUTE)
    parser->at--;
}

static void find_items(Parser *parser, Items *items) {
  while (!at_token(parser, TOKEN_END)) {
    Item item = {.start = parser->at};
    while (parser_accept(parser, TOKEN_ATTRIBUTE)) {
    }
    if (at_item(parser)) {
      parser_next(parser);
      vec_push(parser->arena, items, item);
    } else {
      parser_unexpected(parser, "`fun`, `entry` or `global`");
      parser_next(parser);
    }
    size_t least = parser->at;
    item_skip(parser);
    if (parser->at < least) parser->at = least;
  }
}

// ---- Globals ----

static void parse_global_head(Parser *parser, Item *item) {
  Vars vars = {0};
  Global *global = arena_make(parser->arena, Global);
  parser->at = item->start;
  while (at_token(parser, TOKEN_ATTRIBUTE)) {
    diag_error(parser->diag, ERROR_UNEXPECTED_TOKEN, token_span(parser, parser_peek(parser)),
               "a global cannot have an attribute");
    parser_next(parser);
  }
  parser_next(parser);
  const Token *word = parser_peek(parser);
  global->is_late = word->kind == TOKEN_VARIABLE && strcmp(word->text, "late") == 0;
  if (global->is_late) parser_next(parser);
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "after `global`")) return;
  bool is_found = parse_params(parser, &vars, TOKEN_PAREN_CLOSE);
  global->span = span_since(parser, item->start);
  global->vars = vars.data;
  global->var_count = vars.count;
  item->global = global;
  if (!is_found || !at_token(parser, TOKEN_EQUALS)) {
    if (is_found) parser_expect(parser, TOKEN_EQUALS, "before the value of a global");
    return;
  }
  item->body = parser->at;
  vec_push(parser->arena, &parser->program->globals, global);
}

// ---- Heads of functions ----

static bool parse_fun_params(Parser *parser, Fun *fun) {
  Vec(Param) params = {0};
  bool has_sizes = parser_accept(parser, TOKEN_BRACKET_OPEN);
  for (int round = has_sizes ? 0 : 1; round < 2; round++) {
    bool is_size = round == 0;
    TokenKind close = is_size ? TOKEN_BRACKET_CLOSE : TOKEN_PAREN_CLOSE;
    if (!is_size && !parser_expect(parser, TOKEN_PAREN_OPEN, "before the parameters")) return false;
    while (!at_token(parser, close)) {
      Param param = {.is_consumed = parser_accept(parser, TOKEN_STAR)};
      bool is_found = parse_typed(parser, is_size, &param.var);
      if (param.var) vec_push(parser->arena, &params, param);
      if (!is_found) return false;
      if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_expect(parser, close, "after the parameters")) return false;
    if (is_size) fun->size_count = params.count;
  }
  fun->params = params.data;
  fun->param_count = params.count;
  return true;
}

// `alias (xs, ys)`
static bool parse_aliases(Parser *parser, const Fun *fun, Result *result) {
  Vec(uint32_t) aliases = {0};
  if (!parser_accept(parser, TOKEN_ALIAS)) return true;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "after `alias`")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    const Token *token = parser_peek(parser);
    Var *var = NULL;
    if (!parse_use(parser, &var, "for a parameter after `alias`")) return false;
    uint32_t position = 0;
    while (position < fun->param_count && fun->params[position].var != var)
      position++;
    if (position < fun->param_count) {
      vec_push(parser->arena, &aliases, position);
    } else if (var) {
      diag_error(parser->diag, ERROR_WRONG_OPERAND, token_span(parser, token),
                 "`%s` is not a parameter of this function", token->text);
    }
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  result->aliases = aliases.data;
  result->alias_count = aliases.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the parameters of `alias`");
}

static bool parse_fun_results(Parser *parser, Fun *fun) {
  Vec(Result) results = {0};
  bool has_sizes = parser_accept(parser, TOKEN_BRACKET_OPEN);
  for (int round = has_sizes ? 0 : 1; round < 2; round++) {
    bool is_size = round == 0;
    TokenKind close = is_size ? TOKEN_BRACKET_CLOSE : TOKEN_PAREN_CLOSE;
    if (!is_size && !parser_expect(parser, TOKEN_PAREN_OPEN, "before the results")) return false;
    while (!at_token(parser, close)) {
      Result result = {0};
      if (!parse_typed(parser, is_size, &result.var)) return false;
      if (!parse_aliases(parser, fun, &result)) return false;
      vec_push(parser->arena, &results, result);
      if (!parser_accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser_expect(parser, close, "after the results")) return false;
    if (is_size) fun->result_size_count = results.count;
  }
  fun->results = results.data;
  fun->result_count = results.count;
  return true;
}

// ---- Interfaces ----

static bool parse_entry_values(Parser *parser, EntryValue **values, size_t *count) {
  enum { VALUES_MAX = 1000000 };
  Vec(EntryValue) list = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "in the interface")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    const Token *token = parser_peek(parser);
    EntryValue value = {.type = token->text, .count = 1};
    if (!parser_expect(parser, TOKEN_STRING, "in the interface")) return false;
    if (parser_accept(parser, TOKEN_COLON)) {
      value.name = value.type;
      value.type = parser_peek(parser)->text;
      if (!parser_expect(parser, TOKEN_STRING, "with the external type")) return false;
    }
    if (parser_accept(parser, TOKEN_SLASH) &&
        !parse_count(parser, VALUES_MAX, "the number of values", &value.count))
      return false;
    vec_push(parser->arena, &list, value);
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  *values = list.data;
  *count = list.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "in the interface");
}

static bool parse_variants(Parser *parser, Opaque *opaque) {
  Vec(OpaqueVariant) list = {0};
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "before the variants")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    OpaqueVariant variant = {.name = parser_peek(parser)->text};
    if (!parser_expect(parser, TOKEN_STRING, "for the name of a variant")) return false;
    if (!parse_entry_values(parser, &variant.payload, &variant.payload_count)) return false;
    vec_push(parser->arena, &list, variant);
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  opaque->variants = list.data;
  opaque->variant_count = list.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the variants");
}

static bool parse_element(Parser *parser, Opaque *opaque) {
  size_t start = parser->at, count = 0;
  EntryValue *element = NULL;
  if (!parse_count(parser, VALUE_MAX_RANK, "the rank", &opaque->rank)) return false;
  if (!parse_entry_values(parser, &element, &count)) return false;
  if (count == 1) {
    opaque->element = element[0];
    return true;
  }
  diag_error(parser->diag, ERROR_WRONG_INTERFACE, span_since(parser, start),
             "an array has one type of elements, not %zu", count);
  return false;
}

static bool parse_opaque(Parser *parser, Opaque *opaque) {
  opaque->name = parser_peek(parser)->text;
  if (!parser_expect(parser, TOKEN_STRING, "for the name of a type")) return false;
  if (!parser_expect(parser, TOKEN_EQUALS, "after the name of a type")) return false;
  Name word = parser_peek(parser)->text;
  bool is_word = word && !at_token(parser, TOKEN_STRING);
  if (is_word && strcmp(word, "record") == 0) {
    parser_next(parser);
    opaque->kind = OPAQUE_RECORD;
    return parse_entry_values(parser, &opaque->fields, &opaque->field_count);
  }
  if (is_word && strcmp(word, "sum") == 0) {
    parser_next(parser);
    opaque->kind = OPAQUE_SUM;
    return parse_variants(parser, opaque);
  }
  if (is_word && strcmp(word, "array") == 0) {
    parser_next(parser);
    opaque->kind = OPAQUE_ARRAY;
    return parse_element(parser, opaque);
  }
  parser_unexpected(parser, "`record`, `sum` or `array`");
  return false;
}

static bool parse_opaques(Parser *parser, Entry *entry) {
  Vec(Opaque) list = {0};
  parser_next(parser);
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "before the types")) return false;
  while (!at_token(parser, TOKEN_PAREN_CLOSE)) {
    Opaque opaque = {0};
    if (!parse_opaque(parser, &opaque)) return false;
    vec_push(parser->arena, &list, opaque);
    if (!parser_accept(parser, TOKEN_COMMA)) break;
  }
  entry->opaques = list.data;
  entry->opaque_count = list.count;
  return parser_expect(parser, TOKEN_PAREN_CLOSE, "after the types");
}

// The values of the interface must make up the parameters or results after the sizes.
static void check_entry_values(Parser *parser, Span span, const char *what,
                               const EntryValue *values, size_t count, Var *const *vars,
                               size_t expected) {
  size_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += values[i].count;
  StrBuf why = {0};
  if (total != expected)
    diag_error(parser->diag, ERROR_WRONG_INTERFACE, span,
               "the interface is made of %zu %s%s, but the function has %zu", total, what,
               total == 1 ? "" : "s", expected);
  else if (!entry_values_fit(values, count, vars, expected, &why))
    diag_error(parser->diag, ERROR_WRONG_INTERFACE, span, "%s", strbuf_text(&why));
  strbuf_free(&why);
}

static void check_interface(Parser *parser, Span span, const Fun *fun, const Entry *entry) {
  Vec(Var *) vars = {0};
  for (size_t i = fun->size_count; i < fun->param_count; i++)
    vec_push(parser->arena, &vars, fun->params[i].var);
  check_entry_values(parser, span, "parameter", entry->params, entry->param_count, vars.data,
                     vars.count);
  vars.count = 0;
  for (size_t i = fun->result_size_count; i < fun->result_count; i++)
    vec_push(parser->arena, &vars, fun->results[i].var);
  check_entry_values(parser, span, "result", entry->results, entry->result_count, vars.data,
                     vars.count);
}

static bool parse_interface(Parser *parser, Fun *fun) {
  size_t start = parser->at;
  Entry *entry = arena_make(parser->arena, Entry);
  parser_next(parser);
  const Token *name = parser_peek(parser);
  if (!parser_expect(parser, TOKEN_STRING, "for the name of the entry point")) return false;
  entry->name = name->text;
  if (!parse_entry_values(parser, &entry->params, &entry->param_count)) return false;
  if (!parser_expect(parser, TOKEN_ARROW, "in the interface")) return false;
  if (!parse_entry_values(parser, &entry->results, &entry->result_count)) return false;
  if (at_word(parser, "where") && !parse_opaques(parser, entry)) return false;
  Span span = span_since(parser, start);
  if (!fun->entry) {
    diag_error(parser->diag, ERROR_WRONG_INTERFACE, span, "only an `entry` has an interface");
    return true;
  }
  check_interface(parser, span, fun, entry);
  StrBuf why = {0};
  if (!entry_opaques_fit(entry, &why))
    diag_error(parser->diag, ERROR_WRONG_INTERFACE, span, "%s", strbuf_text(&why));
  strbuf_free(&why);
  for (size_t i = 0; i < entry->param_count; i++) {
    if (entry->params[i].name) continue;
    diag_error(parser->diag, ERROR_WRONG_INTERFACE, span,
               "parameter %zu of the interface has no name", i + 1);
    diag_hint(parser->diag, "write it before the type: `\"x\": \"%s\"`", entry->params[i].type);
  }
  fun->entry = entry;
  return true;
}

// What the outside sees when nothing is said. NULL where a type is poisoned or has no outside.
static EntryValue default_value(Parser *parser, const Var *var, bool has_name) {
  StrBuf type = {0};
  if (var->type) type_print_external(&type, var->type);
  EntryValue value = {.name = has_name ? var->name : NULL, .count = 1};
  value.type = intern_str(parser->program->names, strbuf_text(&type));
  strbuf_free(&type);
  return value;
}

static void default_interface(Parser *parser, Fun *fun) {
  Entry *entry = fun->entry;
  entry->name = fun->name;
  entry->param_count = fun->param_count - fun->size_count;
  entry->params = arena_array(parser->arena, EntryValue, entry->param_count);
  for (size_t i = 0; i < entry->param_count; i++)
    entry->params[i] = default_value(parser, fun->params[fun->size_count + i].var, true);
  entry->result_count = fun->result_count - fun->result_size_count;
  entry->results = arena_array(parser->arena, EntryValue, entry->result_count);
  for (size_t i = 0; i < entry->result_count; i++) {
    const Var *var = fun->results[fun->result_size_count + i].var;
    entry->results[i] = default_value(parser, var, false);
  }
}

// ---- Functions ----

static bool parse_fun_name(Parser *parser, Item *item) {
  Fun *fun = item->fun;
  while (at_token(parser, TOKEN_ATTRIBUTE))
    vec_push(parser->arena, &fun->attrs, parser_next(parser)->text);
  bool is_entry = parser_next(parser)->kind == TOKEN_ENTRY;
  const Token *token = parser_peek(parser);
  // A function may have the name of an operation.
  if (token->name) {
    parser_next(parser);
  } else if (!parser_expect(parser, TOKEN_VARIABLE, "for the function")) {
    return false;
  }
  fun->name = token->text;
  fun->span = token_span(parser, token);
  if (is_entry) fun->entry = arena_make(parser->arena, Entry);
  const Fun *other = program_find(parser->program, fun->name);
  if (other) {
    diag_error(parser->diag, ERROR_DUPLICATE_FUNCTION, fun->span,
               "the function `%s` is defined twice", fun->name);
    diag_note(parser->diag, other->span, "it is defined here");
  } else {
    vec_push(parser->arena, &parser->program->funs, fun);
  }
  return true;
}

static bool parse_fun_rest(Parser *parser, Item *item) {
  Fun *fun = item->fun;
  size_t scope = scope_begin(parser);
  if (!parse_fun_params(parser, fun)) return false;
  vec_append(parser->arena, &item->params, parser->bindings.data + scope,
             parser->bindings.count - scope);
  if (!parser_expect(parser, TOKEN_ARROW, "and the results after the parameters")) return false;
  if (!parse_fun_results(parser, fun)) return false;
  if (fun->entry) default_interface(parser, fun);
  if (at_word(parser, "as") && !parse_interface(parser, fun)) return false;
  if (!at_token(parser, TOKEN_EQUALS))
    return parser_expect(parser, TOKEN_EQUALS, "before the body of a function");
  item->body = parser->at;
  return true;
}

static void parse_fun_head(Parser *parser, Item *item) {
  Mark mark = parser_mark(parser);
  item->fun = arena_make(parser->arena, Fun);
  parser->at = item->start;
  if (!parse_fun_name(parser, item)) return;
  size_t scope = scope_begin(parser);
  parse_fun_rest(parser, item);
  scope_end(parser, scope);
  if (!parse_is_clean(parser, mark)) map_put(parser->broken, map_key(item->fun), item->fun);
}

// ---- Bodies ----

// Is the item over where its body is?
static void check_item_end(Parser *parser) {
  if (at_item(parser) || at_token(parser, TOKEN_END)) return;
  size_t ahead = 0;
  while (parser_peek_at(parser, ahead)->kind == TOKEN_ATTRIBUTE)
    ahead++;
  TokenKind kind = parser_peek_at(parser, ahead)->kind;
  if (kind != TOKEN_FUN && kind != TOKEN_ENTRY && kind != TOKEN_GLOBAL)
    parser_unexpected(parser, "`fun`, `entry`, `global` or the end of the file");
}

// Checks the results of a body, when all went well so far.
static void check_results(Parser *parser, Mark mark, const Vars *vars, const Body *body,
                          Span span) {
  if (!parse_is_clean(parser, mark)) return;
  for (size_t i = 0; i < vars->count; i++) {
    if (!vars->data[i]->type) return;
  }
  StrBuf why = {0};
  if (!telescope_accepts(parser->program, vars->data, body->results, vars->count,
                         body->result_count, &why)) {
    diag_error(parser->diag, ERROR_WRONG_RESULTS, span, "the results of the body do not fit: %s",
               strbuf_text(&why));
  }
  strbuf_free(&why);
}

// The span of the results `in (...)` that were just read, without the closing brace.
static Span results_span(const Parser *parser) {
  size_t at = parser->at;
  while (at > 0 && parser->tokens.data[at - 1].kind != TOKEN_IN)
    at--;
  Span span = span_since(parser, at > 0 ? at - 1 : 0);
  if (parser->at >= 2) span.end = parser->tokens.data[parser->at - 2].end;
  return span;
}

static void parse_item_body(Parser *parser, Item *item) {
  Vars vars = {0};
  if (item->body == 0 || parser->has_stopped) return;
  Mark mark = parser_mark(parser);
  parser->at = item->body + 1;
  parser->used = item->used;
  parser->unknown = map_new(parser->arena);
  size_t scope = scope_begin(parser);
  for (size_t i = 0; i < item->params.count; i++)
    scope_rebind(parser, item->params.data[i].spelling, item->params.data[i].var);
  parser->global_limit = item->global && item->global->var_count > 0 ? item->global->vars[0]->index
                                                                     : parser->global_end;
  Body *body = NULL;
  bool is_found = parse_body(parser, &body);
  scope_end(parser, scope);
  parser->global_limit = parser->global_end;
  if (!is_found) return;
  if (item->global) item->global->body = body;
  if (item->fun) item->fun->body = body;
  for (size_t i = 0; item->fun && i < item->fun->result_count; i++)
    vec_push(parser->arena, &vars, item->fun->results[i].var);
  for (size_t i = 0; item->global && i < item->global->var_count; i++)
    vec_push(parser->arena, &vars, item->global->vars[i]);
  check_results(parser, mark, &vars, body, results_span(parser));
  check_item_end(parser);
}

// ---- Programs ----

static void parse_items(Parser *parser, Items *items) {
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < items->count; i++) {
      Item *item = &items->data[i];
      parser->at = item->start;
      while (parser_accept(parser, TOKEN_ATTRIBUTE)) {
      }
      bool is_global = at_token(parser, TOKEN_GLOBAL);
      if (is_global != (round == 0)) continue;
      item->used = map_new(parser->arena);
      parser->used = is_global ? parser->global_spellings : item->used;
      parser->unknown = map_new(parser->arena);
      if (is_global) {
        parse_global_head(parser, item);
      } else {
        parse_fun_head(parser, item);
      }
    }
    if (round == 0) parser->global_end = parser->global_limit = parser->program->var_count;
  }
  for (size_t i = 0; i < items->count; i++)
    parse_item_body(parser, &items->data[i]);
}

Parser parser_new(Arena *arena, Interner *names, Diag *diag) {
  return (Parser){.arena = arena,
                  .program = program_new(arena, names, LEVEL_CORE),
                  .diag = diag,
                  .visible = map_new(arena),
                  .global_spellings = map_new(arena),
                  .broken = map_new(arena)};
}

void parser_read(Parser *parser, const SourceFile *file) {
  uint32_t last_id = 0;
  parser->file = file;
  parser->at = 0;
  parser->tokens = lex(parser->arena, parser->program->names, file, parser->diag, &last_id);
  if (last_id > parser->program->last_id) parser->program->last_id = last_id;
}

void parse_program_items(Parser *parser) {
  Items items = {0};
  find_items(parser, &items);
  parse_items(parser, &items);
}

Program *program_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  size_t errors = diag_error_count(diag);
  if (!diag_check_utf8(diag, file)) return NULL;
  Parser parser = parser_new(arena, names, diag);
  parser_read(&parser, file);
  if (parser_accept(&parser, TOKEN_FLAT)) {
    parser.program->level = LEVEL_FLAT;
  } else if (parser_accept(&parser, TOKEN_MEM)) {
    parser.program->level = LEVEL_MEM;
  } else {
    parser_accept(&parser, TOKEN_CORE);
  }
  parse_program_items(&parser);
  return diag_error_count(diag) == errors ? parser.program : NULL;
}
