// The parser's view of tokens and of the variables in scope.
#include <string.h>

#include "base/suggest.h"
#include "ir/parse_internal.h"
#include "ir/type.h"

enum { DEPTH_MAX = 500, SHOWN_MAX = 40 };

Mark parser_mark(const Parser *parser) {
  return (Mark){diag_error_count(parser->diag), parser->poison_count};
}

bool parse_is_clean(const Parser *parser, Mark mark) {
  return diag_error_count(parser->diag) == mark.errors && parser->poison_count == mark.poison;
}

// ---- Tokens ----

const Token *parser_peek(const Parser *parser) { return &parser->tokens.data[parser->at]; }

const Token *parser_peek_at(const Parser *parser, size_t ahead) {
  size_t last = parser->tokens.count - 1;
  return &parser->tokens.data[ahead <= last - parser->at ? parser->at + ahead : last];
}

const Token *parser_next(Parser *parser) {
  const Token *token = parser_peek(parser);
  if (token->kind != TOKEN_END) parser->at++;
  return token;
}

bool at_token(const Parser *parser, TokenKind kind) { return parser_peek(parser)->kind == kind; }

bool parser_accept(Parser *parser, TokenKind kind) {
  if (!at_token(parser, kind)) return false;
  parser_next(parser);
  return true;
}

bool at_word(const Parser *parser, const char *word) {
  const Token *token = parser_peek(parser);
  return token->kind == TOKEN_VARIABLE && token->id == 0 && strcmp(token->text, word) == 0;
}

bool accept_word(Parser *parser, const char *word) {
  bool is_there = at_word(parser, word);
  if (is_there) parser_next(parser);
  return is_there;
}

Span token_span(const Parser *parser, const Token *token) {
  return span_new(parser->file->id, token->start, token->end);
}

Span span_since(const Parser *parser, size_t start) {
  const Token *first = &parser->tokens.data[start];
  const Token *last = parser->at > start ? &parser->tokens.data[parser->at - 1] : first;
  return span_new(parser->file->id, first->start, last->end);
}

// What a message calls the next token.
static const char *found_text(const Parser *parser) {
  const Token *token = parser_peek(parser);
  if (token->kind == TOKEN_END || token->kind == TOKEN_STRING || token->kind == TOKEN_ATTRIBUTE)
    return token_kind_text(token->kind);
  size_t length = token->end - token->start;
  const char *dots = length > SHOWN_MAX ? "..." : "";
  const char *text = parser->file->text + token->start;
  if (length > SHOWN_MAX) length = utf8_valid_prefix(text, SHOWN_MAX);
  return arena_printf(parser->arena, "`%.*s%s`", (int)length, text, dots);
}

bool parser_unexpected(Parser *parser, const char *expected) {
  if (parser->has_stopped) return false;
  diag_error(parser->diag, ERROR_UNEXPECTED_TOKEN, token_span(parser, parser_peek(parser)),
             "expected %s, found %s", expected, found_text(parser));
  return false;
}

bool parser_expect(Parser *parser, TokenKind kind, const char *where) {
  if (parser_accept(parser, kind)) return true;
  const Token *token = parser_peek(parser);
  bool is_word = token->text != NULL && token->kind != TOKEN_STRING &&
                 token->kind != TOKEN_ATTRIBUTE && token->kind != TOKEN_VARIABLE;
  parser_unexpected(parser, arena_printf(parser->arena, "%s %s", token_kind_text(kind), where));
  if (kind == TOKEN_VARIABLE && is_word && !parser->has_stopped)
    diag_hint(parser->diag, "`%s` is a word of the language and cannot be a name", token->text);
  return false;
}

// ---- Recovery ----

static bool is_top_level(TokenKind kind) {
  return kind == TOKEN_FUN || kind == TOKEN_ENTRY || kind == TOKEN_GLOBAL || kind == TOKEN_END;
}

bool at_boundary(const Parser *parser) {
  TokenKind kind = parser_peek(parser)->kind;
  return is_top_level(kind) || kind == TOKEN_LET || kind == TOKEN_IN || kind == TOKEN_BRACE_CLOSE ||
         kind == TOKEN_ATTRIBUTE;
}

// Skips a `{` and all up to the `}` that belongs to it.
static void braces_skip(Parser *parser) {
  size_t depth = 0;
  do {
    TokenKind kind = parser_peek(parser)->kind;
    if (is_top_level(kind)) return;
    if (kind == TOKEN_BRACE_OPEN) depth++;
    if (kind == TOKEN_BRACE_CLOSE) depth--;
    parser_next(parser);
  } while (depth > 0);
}

void parser_synchronise(Parser *parser) {
  if (diag_is_over_limit(parser->diag)) parser->at = parser->tokens.count - 1;
  while (!at_boundary(parser)) {
    if (at_token(parser, TOKEN_BRACE_OPEN)) {
      braces_skip(parser);
    } else {
      parser_next(parser);
    }
  }
}

bool parser_close(Parser *parser) {
  for (;;) {
    TokenKind kind = parser_peek(parser)->kind;
    if (is_top_level(kind)) return false;
    if (parser_accept(parser, TOKEN_BRACE_CLOSE)) return true;
    if (kind == TOKEN_BRACE_OPEN) {
      braces_skip(parser);
    } else {
      parser_next(parser);
    }
  }
}

bool parser_enter(Parser *parser) {
  if (parser->depth >= DEPTH_MAX) {
    diag_error(parser->diag, ERROR_TOO_DEEP, token_span(parser, parser_peek(parser)),
               "this is nested more than %d levels deep", (int)DEPTH_MAX);
    parser->has_stopped = true;
    parser->at = parser->tokens.count - 1;
    return false;
  }
  parser->depth++;
  return true;
}

// ---- Scopes ----

size_t scope_begin(const Parser *parser) { return parser->bindings.count; }

void scope_end(Parser *parser, size_t start) {
  while (parser->bindings.count > start) {
    Binding binding = vec_pop(&parser->bindings);
    uint64_t key = map_key(binding.spelling);
    if (binding.previous == 0) {
      map_remove(parser->visible, key);
    } else {
      map_put(parser->visible, key, (void *)(uintptr_t)binding.previous);
    }
  }
}

void scope_rebind(Parser *parser, Name spelling, Var *var) {
  uint64_t key = map_key(spelling);
  size_t previous = (size_t)(uintptr_t)map_get(parser->visible, key);
  Binding binding = {.spelling = spelling, .var = var, .previous = previous};
  vec_push(parser->arena, &parser->bindings, binding);
  map_put(parser->visible, key, (void *)(uintptr_t)parser->bindings.count);
}

void scope_hide(Parser *parser, size_t from, const char *reason) {
  Hidden hidden = {.from = from, .to = parser->bindings.count, .reason = reason};
  vec_push(parser->arena, &parser->hidden, hidden);
}

void scope_unhide(Parser *parser) { (void)vec_pop(&parser->hidden); }

static const char *hidden_reason(const Parser *parser, size_t place) {
  for (size_t i = 0; i < parser->hidden.count; i++) {
    const Hidden *hidden = &parser->hidden.data[i];
    if (hidden->from <= place && place < hidden->to) return hidden->reason;
  }
  const Var *var = parser->bindings.data[place].var;
  if (var->index < parser->global_end && var->index >= parser->global_limit)
    return "is a global that comes later";
  return NULL;
}

// The visible binding of a spelling. When there is only a hidden one, `reason` says why.
static const Binding *binding_find(const Parser *parser, Name spelling, const char **reason) {
  size_t place = (size_t)(uintptr_t)map_get(parser->visible, map_key(spelling));
  while (place > 0) {
    const Binding *binding = &parser->bindings.data[place - 1];
    const char *why = hidden_reason(parser, place - 1);
    if (!why) return binding;
    *reason = why;
    place = binding->previous;
  }
  return NULL;
}

static bool is_global(const Parser *parser, const Var *var) {
  return var->index < parser->global_end;
}

Var *scope_bind(Parser *parser, const Token *token, const Type *type) {
  Span span = token_span(parser, token);
  const char *reason = NULL;
  const Binding *old = binding_find(parser, token->text, &reason);
  Var *global = NULL;
  if (!old && map_get(parser->visible, map_key(token->text))) {
    size_t place = (size_t)(uintptr_t)map_get(parser->visible, map_key(token->text));
    if (is_global(parser, parser->bindings.data[place - 1].var))
      global = parser->bindings.data[place - 1].var;
  }
  bool is_again = parser->is_session && (global || (old && is_global(parser, old->var)));
  if ((old || global) && !is_again) {
    diag_error(parser->diag, ERROR_ALREADY_BOUND, span, "the name `%s` is already bound here",
               token->text);
    diag_note(parser->diag, (old ? old->var : global)->span, "it is bound here");
    diag_hint(parser->diag, "give one of the two another name");
  }
  Var *var = var_new(parser->program, token->name, type, span);
  uint64_t key = map_key(token->text);
  // var_new has made a fresh number; the text's own is kept when nothing else in the function has
  // it.
  if (!map_find(parser->used, key, NULL) && !old && !global) {
    var->id = token->id;
    parser->program->last_id--;
  }
  map_put(parser->used, key, token->text);
  scope_rebind(parser, token->text, var);
  return var;
}

// ---- Finding variables ----

static void report_unknown(Parser *parser, const Token *token) {
  uint64_t key = map_key(token->text);
  if (map_find(parser->unknown, key, NULL)) return;
  map_put(parser->unknown, key, token->text);
  diag_error(parser->diag, ERROR_UNKNOWN_VARIABLE, token_span(parser, token),
             "there is no variable `%s` here", token->text);
  if (diag_is_over_limit(parser->diag)) return;
  Suggestion suggestion = suggestion_for(token->text);
  for (size_t i = parser->bindings.count; i > 0; i--) {
    if (!hidden_reason(parser, i - 1))
      suggestion_offer(&suggestion, parser->bindings.data[i - 1].spelling);
  }
  if (suggestion.best) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

Var *scope_find(Parser *parser, const Token *token) {
  const char *reason = NULL;
  const Binding *binding = binding_find(parser, token->text, &reason);
  if (binding) {
    size_t place = (size_t)(binding - parser->bindings.data);
    bool is_pending = parser->is_in_pattern && place >= parser->pattern_from;
    if (binding->var->type) return binding->var;
    if (is_pending) {
      parser->has_pending = true;
      return binding->var;
    }
  } else if (reason) {
    diag_error(parser->diag, ERROR_HIDDEN_VARIABLE, token_span(parser, token), "`%s` %s",
               token->text, reason);
  } else {
    report_unknown(parser, token);
  }
  parser->poison_count++;
  return NULL;
}
