// Effects: traces anywhere, and what is in order only where something is. The tokens are threaded
// when the program is complete (fuzz_case_thread), so here they are 0.
#include "fuzz/generate.h"

#include <string.h>

// Appends an effect. Its token means nothing, so it is not in scope.
static Stm *emit_effect(Author *author, EffectKind kind, const char *text, const Atom *args,
                        size_t count) {
  Atom all[8] = {atom_i64(0)};
  for (size_t k = 0; k < count; k++)
    all[1 + k] = args[k];
  Effect effect = {kind, text ? intern_str(author->program->names, text) : NULL};
  Stm *stm =
      build_infer(&author->builder, "w", exp_effect(author->program, effect, all, 1 + count));
  author->statement_count++;
  author->work += author->multiplicity;
  for (size_t k = 1; k < stm->var_count; k++)
    author_bind(author, stm->vars[k], false);
  return stm;
}

// ---- Traces ----

// A line, in one piece or in several, which stay together.
static bool write_trace(Author *author) {
  static const char *const PLACES[] = {" {}", " {:u}", " %s{{{}}}"};
  bool is_torn = random_chance(&author->random, 20);
  Atom values[3];
  StrBuf text = {0};
  strbuf_printf(&text, "t%zu", author->statement_count);
  size_t count = random_below(&author->random, 4);
  for (size_t k = 0; k < count; k++) {
    values[k] = author_atom(author, author_scalar_type(author));
    strbuf_puts(&text, PLACES[random_below(&author->random, 3)]);
    if (!is_torn) continue;
    emit_effect(author, EFFECT_TRACE, strbuf_text(&text), &values[k], 1);
    strbuf_clear(&text);
  }
  if (is_torn) count = 0;
  strbuf_putc(&text, '\n');
  emit_effect(author, EFFECT_TRACE, strbuf_text(&text), values, count);
  strbuf_free(&text);
  return true;
}

void author_trace_in(Author *author, Body *body) {
  Atom args[1 + MONOID_LIMIT] = {atom_i64(0)};
  StrBuf text = {0};
  size_t count = 1;
  strbuf_puts(&text, "op");
  for (size_t k = 0; k < body->result_count && k < MONOID_LIMIT; k++) {
    if (type_is_array(atom_type(body->results[k]))) continue;
    args[count++] = body->results[k];
    strbuf_puts(&text, " {}");
  }
  strbuf_putc(&text, '\n');
  Effect effect = {EFFECT_TRACE, intern_str(author->program->names, strbuf_text(&text))};
  Builder builder = builder_new(author->program, &body->stms, SPAN_NONE);
  build_infer(&builder, "w", exp_effect(author->program, effect, args, count));
  strbuf_free(&text);
}

// ---- What is in order ----

static Var *author_text(Author *author) {
  Dim dim = author_dim(author);
  return author_array(author, type_array(author->program, SCALAR_I8, 1, &dim));
}

static bool is_text(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return type_is_array(var->type) && var->type->rank == 1 && var->type->scalar == SCALAR_I8;
}

static bool write_print(Author *author) {
  Var *text = author_pick(author, is_text, NULL);
  if (!text || random_chance(&author->random, 40)) text = author_text(author);
  Atom args[2] = {atom_i64(1), atom_var(text)};
  emit_effect(author, EFFECT_PRINT, NULL, args, 2);
  return true;
}

static Var *text_of(Author *author, const char *text) {
  Atom bytes[32];
  size_t count = strlen(text);
  for (size_t k = 0; k < count; k++)
    bytes[k] = atom_constant(constant_int(SCALAR_I8, text[k]));
  Dim dim = dim_const((int64_t)count);
  return author_shape(author, "name", exp_new(author->program, OP_ARRAY, bytes, count),
                      type_array(author->program, SCALAR_I8, 1, &dim));
}

// Asks for a variable of the environment, which is there or not, and takes what it is.
static bool write_ask(Author *author) {
  Atom name = atom_var(random_chance(&author->random, 60) ? text_of(author, FUZZ_VARIABLE)
                                                          : author_text(author));
  const Stm *asked = emit_effect(author, EFFECT_ASK, NULL, &name, 1);
  Var *length = asked->vars[2];
  facts_range(author, asked->vars[1], -1, 0);
  facts_range(author, length, 0, SIZE_LIMIT);
  if (random_chance(&author->random, 20)) return true;
  Dim dim = dim_var(length);
  Var *vars[2] = {
      var_new(author->program, "text", type_array(author->program, SCALAR_I8, 1, &dim), SPAN_NONE),
      var_new(author->program, "w", type_scalar(SCALAR_I64), SPAN_NONE)};
  Atom token = atom_i64(0);
  build_stm(&author->builder, exp_new(author->program, OP_RECEIVE, &token, 1), vars, 2);
  author_bind(author, vars[0], true);
  return true;
}

bool write_effect(Author *author) {
  size_t choice = random_below(&author->random, 100);
  if (choice < 60 || author->is_unordered) return write_trace(author);
  author->is_acting = true;
  return choice < 85 ? write_print(author) : write_ask(author);
}
