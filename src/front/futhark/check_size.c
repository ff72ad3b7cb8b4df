// Expressions as sizes: `[n + 1]`, `[length xs]`, `[if b then n else ns[0]]`.
//
// Arithmetic and applications of named functions are taken apart, so that they can be compared by
// value and by their arguments. Any other expression is kept as a whole, together with the values
// that it mentions: two of these are equal when they are written alike and mention equal values.
#include <string.h>

#include "base/internal.h"
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_internal.h"

const char *fut_function_name(FutChecker *checker, const FutExp *function) {
  if (function->kind != FUT_EXP_VAR) return NULL;
  const char *name = function->name.name;
  for (uint32_t i = function->name.qualifier_count; i-- > 0;)
    name = arena_printf(checker->arena, "%s.%s", function->name.qualifiers[i], name);
  return name;
}

// ---- Expressions as a whole ----

// An expression while it is written down: its text, with a mark for every value of its scope.
typedef struct Wording {
  FutChecker *checker;
  StrBuf text;
  FutValues values;             // those of the marks
  Vec(const FutSize *) sizes;   // what they are
  Vec(const FutSize *) outside; // further values, which the text names: definitions
  uint32_t first_inner;         // values that are not older are bound inside
  bool binds;                   // whether names are bound inside
} Wording;

static void word(Wording *wording, const FutExp *exp);

static void word_value(Wording *wording, FutValue *value, const char *name) {
  Arena *arena = wording->checker->arena;
  bool is_inner = value->id >= wording->first_inner;
  bool is_global = value->kind == FUT_VALUE_DEF || value->kind == FUT_VALUE_INTRINSIC;
  if (is_inner || is_global) {
    strbuf_puts(&wording->text, name);
    if (is_global) vec_push(arena, &wording->outside, fut_size_value(arena, value));
    return;
  }
  strbuf_putc(&wording->text, FUT_SIZE_MARK);
  vec_push(arena, &wording->values, value);
  vec_push(arena, &wording->sizes, fut_size_value(arena, value));
}

static void word_list(Wording *wording, FutExp *const *exps, size_t count, const char *open,
                      const char *between, const char *close) {
  strbuf_puts(&wording->text, open);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(&wording->text, between);
    word(wording, exps[i]);
  }
  strbuf_puts(&wording->text, close);
}

static void word_operator(Wording *wording, const FutExp *exp, const FutOperator *operator) {
  strbuf_putc(&wording->text, ' ');
  if (exp->value) word_value(wording, exp->value, operator->name.name);
  strbuf_putc(&wording->text, ' ');
}

static void word_slice(Wording *wording, const FutIndices *indices) {
  strbuf_putc(&wording->text, '[');
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    if (i > 0) strbuf_puts(&wording->text, ", ");
    if (index->start) word(wording, index->start);
    if (!index->is_slice) continue;
    strbuf_putc(&wording->text, ':');
    if (index->end) word(wording, index->end);
    if (index->stride) strbuf_putc(&wording->text, ':');
    if (index->stride) word(wording, index->stride);
  }
  strbuf_putc(&wording->text, ']');
}

static void word_record(Wording *wording, const FutExp *exp) {
  strbuf_putc(&wording->text, '{');
  for (size_t i = 0; i < exp->record.count; i++) {
    strbuf_printf(&wording->text, "%s%s = ", i > 0 ? ", " : "", exp->record.data[i].name.name);
    word(wording, exp->record.data[i].value);
  }
  strbuf_putc(&wording->text, '}');
}

static void visit_value(void *context, const FutExp *exp) {
  Wording *wording = context;
  for (; exp != NULL; exp = fut_let_body(exp)) {
    if (exp->value) word_value(wording, exp->value, exp->value->name ? exp->value->name : "");
    fut_exp_parts(exp, visit_value, wording);
  }
}

// An expression that binds names, or of another rare form, is equal to itself only.
static void word_unlike_others(Wording *wording, const FutExp *exp) {
  wording->binds = true;
  size_t length = wording->text.length;
  visit_value(wording, exp);
  wording->text.length = length;
  strbuf_puts(&wording->text, "…");
}

static void word_atom(Wording *wording, const FutExp *exp) {
  bool is_atom = exp->kind == FUT_EXP_VAR || exp->kind == FUT_EXP_NUMBER ||
                 exp->kind == FUT_EXP_INDEX || exp->kind == FUT_EXP_PROJECT;
  if (!is_atom) strbuf_putc(&wording->text, '(');
  word(wording, exp);
  if (!is_atom) strbuf_putc(&wording->text, ')');
}

static void word(Wording *wording, const FutExp *exp) {
  StrBuf *text = &wording->text;
  switch (exp->kind) {
  case FUT_EXP_ATTRIBUTE: word(wording, exp->attributed.value); return;
  case FUT_EXP_ASCRIBE: word(wording, exp->ascribe.value); return;
  case FUT_EXP_ASSERT: word(wording, exp->assertion.value); return;
  case FUT_EXP_NUMBER: strbuf_puts(text, exp->number->text); return;
  case FUT_EXP_BOOL: strbuf_puts(text, exp->is_true ? "true" : "false"); return;
  case FUT_EXP_VAR:
    if (exp->value) word_value(wording, exp->value, fut_function_name(wording->checker, exp));
    for (uint32_t i = 0; i < exp->projection_count; i++)
      strbuf_printf(text, ".%s", exp->projections[i]);
    return;
  case FUT_EXP_TUPLE: word_list(wording, exp->items.data, exp->items.count, "(", ", ", ")"); return;
  case FUT_EXP_ARRAY: word_list(wording, exp->items.data, exp->items.count, "[", ", ", "]"); return;
  case FUT_EXP_RECORD: word_record(wording, exp); return;
  case FUT_EXP_APPLY:
    word_atom(wording, exp->apply.function);
    for (size_t i = 0; i < exp->apply.arguments.count; i++) {
      strbuf_putc(text, ' ');
      word_atom(wording, exp->apply.arguments.data[i]);
    }
    return;
  case FUT_EXP_BINARY:
    word_atom(wording, exp->binary.left);
    word_operator(wording, exp, &exp->binary.op);
    word_atom(wording, exp->binary.right);
    return;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT:
    strbuf_putc(text, exp->kind == FUT_EXP_NOT ? '!' : '-');
    word_atom(wording, exp->operand);
    return;
  case FUT_EXP_INDEX:
    word_atom(wording, exp->index.array);
    word_slice(wording, &exp->index.indices);
    return;
  case FUT_EXP_PROJECT:
    word_atom(wording, exp->project.record);
    strbuf_printf(text, ".%s", exp->project.field.name);
    return;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT:
    strbuf_putc(text, '(');
    if (exp->kind == FUT_EXP_SECTION_LEFT) word_atom(wording, exp->section.operand);
    word_operator(wording, exp, &exp->section.op);
    if (exp->kind == FUT_EXP_SECTION_RIGHT) word_atom(wording, exp->section.operand);
    strbuf_putc(text, ')');
    return;
  case FUT_EXP_IF:
    strbuf_puts(text, "if ");
    word(wording, exp->branch.condition);
    strbuf_puts(text, " then ");
    word(wording, exp->branch.then);
    strbuf_puts(text, " else ");
    word(wording, exp->branch.otherwise);
    return;
  case FUT_EXP_HOLE:
  case FUT_EXP_STRING:
  case FUT_EXP_CONSTRUCTOR:
  case FUT_EXP_RANGE:
  case FUT_EXP_COERCE:
  case FUT_EXP_UPDATE:
  case FUT_EXP_OPEN:
  case FUT_EXP_SECTION_PATH:
  case FUT_EXP_LAMBDA:
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION:
  case FUT_EXP_LOOP:
  case FUT_EXP_MATCH: word_unlike_others(wording, exp); return;
  }
}

static FutSize *whole_size(FutChecker *checker, const FutExp *exp, uint32_t first_inner,
                           bool may_bind) {
  Wording wording = {.checker = checker, .first_inner = first_inner};
  word(&wording, exp);
  FutSize *size = NULL;
  if (may_bind || !wording.binds) {
    Arena *arena = checker->arena;
    vec_append(arena, &wording.sizes, wording.outside.data, wording.outside.count);
    size = arena_make(arena, FutSize);
    size->kind = FUT_SIZE_EXP;
    size->exp = exp;
    size->id = wording.binds ? fut_new_id(checker) : 0;
    size->text = arena_printf(arena, "%s", strbuf_text(&wording.text));
    size->values = wording.values.data;
    size->value_count = wording.values.count;
    size->args = wording.sizes.data;
    size->arg_count = wording.sizes.count;
    size->type = exp->type;
  }
  strbuf_free(&wording.text);
  return size;
}

// ---- Expressions that are taken apart ----

static bool exps_are_sizes(FutChecker *checker, FutExp *const *exps, size_t count,
                           const FutSize ***sizes) {
  *sizes = arena_array(checker->arena, const FutSize *, count);
  for (size_t i = 0; i < count; i++)
    if (!fut_exp_is_size(checker, exps[i], &(*sizes)[i])) return false;
  return true;
}

// Sizes are compared by the laws of integers, which floats do not obey: they are compared as they
// are written.
static bool is_float_arithmetic(const FutExp *exp) {
  const FutType *type = exp->type ? fut_type_resolve(exp->type) : NULL;
  bool is_arithmetic = exp->kind == FUT_EXP_NUMBER || exp->kind == FUT_EXP_BINARY;
  return is_arithmetic && type && type->tag == FUT_T_PRIM && fut_prim_is_float(type->prim);
}

static bool takes_function(FutExp *const *operands, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (operands[i]->type && fut_type_has_function(operands[i]->type)) return true;
  return false;
}

// A function that is a parameter may be another one in every call: it is part of what is compared.
static bool is_fixed_function(const FutValue *function) {
  FutValueKind kind = fut_value_definition(function)->kind;
  return kind == FUT_VALUE_DEF || kind == FUT_VALUE_INTRINSIC;
}

static FutSize *size_call(FutChecker *checker, const FutExp *exp, FutValue *function,
                          FutExp *const *operands, size_t count) {
  const FutSize **args;
  if (exp->automap || !is_fixed_function(function) ||
      !exps_are_sizes(checker, operands, count, &args))
    return NULL;
  FutSize *apply = arena_make(checker->arena, FutSize);
  *apply = *fut_size_apply(checker->arena, function, args, count);
  apply->type = exp->type;
  return apply;
}

static FutSize *taken_apart(FutChecker *checker, const FutExp *exp) {
  FutSize *found = NULL;
  if (is_float_arithmetic(exp)) return NULL;
  if (exp->kind == FUT_EXP_NUMBER && !exp->number->is_float && !exp->number->is_huge) {
    found = arena_make(checker->arena, FutSize);
    *found = *fut_size_const(checker->arena, (int64_t)exp->number->integer);
    found->type = exp->type;
  } else if (exp->kind == FUT_EXP_VAR && exp->value) {
    found = arena_make(checker->arena, FutSize);
    *found = *fut_size_value(checker->arena, exp->value);
    found->projections = exp->projections;
    found->projection_count = exp->projection_count;
  } else if (exp->kind == FUT_EXP_PROJECT) {
    const FutSize *record;
    if (!fut_exp_is_size(checker, exp->project.record, &record)) return NULL;
    found = arena_make(checker->arena, FutSize);
    *found = *fut_size_project(checker->arena, record, &exp->project.field.name, 1);
  } else if (exp->kind == FUT_EXP_BINARY && exp->value) {
    FutExp *const operands[] = {exp->binary.left, exp->binary.right};
    if (!takes_function(operands, 2)) found = size_call(checker, exp, exp->value, operands, 2);
  } else if (exp->kind == FUT_EXP_APPLY) {
    const FutExp *function = exp->apply.function;
    const FutExps *args = &exp->apply.arguments;
    if (function->kind != FUT_EXP_VAR || !function->value || function->projection_count > 0 ||
        takes_function(args->data, args->count))
      return NULL;
    found = size_call(checker, exp, function->value, args->data, args->count);
    if (found) found->text = fut_function_name(checker, function);
  }
  return found;
}

static const FutExp *without_promises(const FutExp *exp) {
  for (;;) {
    if (exp->kind == FUT_EXP_ATTRIBUTE)
      exp = exp->attributed.value;
    else if (exp->kind == FUT_EXP_ASCRIBE)
      exp = exp->ascribe.value;
    else if (exp->kind == FUT_EXP_ASSERT)
      exp = exp->assertion.value;
    else
      return exp;
  }
}

bool fut_exp_is_size(FutChecker *checker, const FutExp *exp, const FutSize **size) {
  exp = without_promises(exp);
  *size = taken_apart(checker, exp);
  if (!*size && !exp->automap) *size = whole_size(checker, exp, UINT32_MAX, false);
  return *size != NULL;
}

const FutSize *fut_written_size(FutChecker *checker, const FutExp *exp, uint32_t first_inner) {
  const FutSize *size;
  return fut_exp_is_size(checker, exp, &size) ? size : whole_size(checker, exp, first_inner, true);
}
