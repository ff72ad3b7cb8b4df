// The patterns of a definition: matches cover everything, cases are reached, and the patterns of
// bindings and parameters cannot fail.
#include "front/futhark/check_match_internal.h"

enum { MISSING_SHOWN = 3 };

typedef struct Walk {
  Diag *diag;
  bool with_warnings;
} Walk;

// ---- One match ----

static bool is_example(const FutCell *cell) {
  if (cell->is_example) return true;
  for (size_t i = 0; i < cell->count; i++) {
    if (is_example(cell->items[i])) return true;
  }
  return false;
}

static void push_row(FutMatrix *matrix, FutRows *rows, const FutCell *cell) {
  FutRow row = arena_array(matrix->arena, const FutCell *, 1);
  row[0] = cell;
  vec_push(matrix->arena, rows, row);
}

// What a match misses.
typedef struct Missing {
  size_t count;
  const char *first; // one pattern
  const char *text;  // the first few: "`#a` and `#b _`"
} Missing;

// Each pattern found becomes a row, so that the next one is another.
static Missing find_missing(FutMatrix *matrix, FutRows *rows) {
  Missing missing = {0};
  const FutCell *cell = fut_match_missing(matrix, rows);
  while (cell) {
    if (missing.count++ == MISSING_SHOWN) {
      missing.text = arena_printf(matrix->arena, "%s, …", missing.text);
      break;
    }
    const char *pattern = fut_cell_text(matrix->arena, cell);
    push_row(matrix, rows, cell);
    cell = is_example(cell) ? NULL : fut_match_missing(matrix, rows);
    if (missing.count == 1) {
      missing.first = pattern;
      missing.text = arena_printf(matrix->arena, "`%s`", pattern);
    } else {
      const char *between = cell ? "," : " and";
      missing.text = arena_printf(matrix->arena, "%s%s `%s`", missing.text, between, pattern);
    }
  }
  return missing;
}

static void check_cases(const Walk *walk, FutMatrix *matrix, const FutExp *exp) {
  const FutType *type = exp->match.subject->type;
  FutRows rows = {0};
  Vec(Span) unreached = {0};
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    const FutPattern *pattern = exp->match.cases.data[i].pattern;
    const FutCell *cell = fut_cell_new(matrix, pattern, type);
    if (matrix->is_broken) return;
    if (!fut_match_is_useful(matrix, &rows, cell)) {
      vec_push(matrix->arena, &unreached, pattern->span);
      continue;
    }
    push_row(matrix, &rows, cell);
  }
  Missing missing = find_missing(matrix, &rows);
  if (missing.count > 0) {
    diag_error(walk->diag, ERROR_FUTHARK_MISSING_CASE, exp->match.subject->span,
               "the match does not cover every value: %s %s not covered", missing.text,
               missing.count == 1 ? "is" : "are");
    diag_hint(walk->diag, "add `case %s -> …`, or `case _ -> …` for all the rest", missing.first);
  }
  for (size_t i = 0; walk->with_warnings && i < unreached.count; i++) {
    diag_warning(walk->diag, ERROR_FUTHARK_REDUNDANT_CASE, unreached.data[i],
                 "this case is never reached: the cases before it cover all of its values");
  }
}

static void check_match(const Walk *walk, const FutExp *exp) {
  FutMatrix matrix = {.arena = arena_new()};
  check_cases(walk, &matrix, exp);
  arena_free(matrix.arena);
}

// ---- Patterns that must not fail ----

static bool is_refutable(const FutPattern *pattern) {
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NAME: return false;
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL:
  case FUT_PATTERN_CHAR:
  case FUT_PATTERN_CONSTRUCTOR: return true;
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++) {
      if (is_refutable(pattern->tuple.data[i])) return true;
    }
    return false;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++) {
      if (is_refutable(pattern->record.data[i].pattern)) return true;
    }
    return false;
  case FUT_PATTERN_ASCRIBE: return is_refutable(pattern->ascribe.pattern);
  case FUT_PATTERN_ATTRIBUTE: return is_refutable(pattern->attributed.pattern);
  }
  return false;
}

// where is "a `let`" or the like.
static void check_pattern(const Walk *walk, const FutPattern *pattern, const char *where) {
  if (!is_refutable(pattern)) return;
  FutMatrix matrix = {.arena = arena_new()};
  FutRows rows = {0};
  push_row(&matrix, &rows, fut_cell_new(&matrix, pattern, pattern->type));
  const FutCell *missing = NULL;
  if (!matrix.is_broken) missing = fut_match_missing(&matrix, &rows);
  if (missing) {
    diag_error(walk->diag, ERROR_FUTHARK_REFUTABLE_PATTERN, pattern->span,
               "the pattern of %s must cover every value, but `%s` is not covered", where,
               fut_cell_text(matrix.arena, missing));
    diag_hint(walk->diag, "use `match`, with a case for each kind of value");
  }
  arena_free(matrix.arena);
}

static void check_params(const Walk *walk, const FutPatterns *params) {
  for (size_t i = 0; i < params->count; i++)
    check_pattern(walk, params->data[i], "a parameter");
}

// ---- The walk ----

static void walk_exp(const Walk *walk, const FutExp *exp);

static void walk_all(const Walk *walk, const FutExps *items) {
  for (size_t i = 0; i < items->count; i++)
    walk_exp(walk, items->data[i]);
}

static void walk_indices(const Walk *walk, const FutIndices *indices) {
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    if (index->start) walk_exp(walk, index->start);
    if (index->end) walk_exp(walk, index->end);
    if (index->stride) walk_exp(walk, index->stride);
  }
}

static void walk_binding(const Walk *walk, const FutBinding *binding) {
  check_params(walk, &binding->params);
  walk_exp(walk, binding->body);
}

static void walk_loop(const Walk *walk, const FutExp *exp) {
  check_pattern(walk, exp->loop.pattern, "a loop");
  if (exp->loop.element) check_pattern(walk, exp->loop.element, "a loop");
  if (exp->loop.initial) walk_exp(walk, exp->loop.initial);
  walk_exp(walk, exp->loop.bound);
  walk_exp(walk, exp->loop.body);
}

static void walk_match(const Walk *walk, const FutExp *exp) {
  walk_exp(walk, exp->match.subject);
  check_match(walk, exp);
  for (size_t i = 0; i < exp->match.cases.count; i++)
    walk_exp(walk, exp->match.cases.data[i].body);
}

// The bindings before the innermost body, which is returned.
static const FutExp *walk_bindings(const Walk *walk, const FutExp *exp) {
  for (;;) {
    if (exp->kind == FUT_EXP_LET) {
      walk_exp(walk, exp->let.value);
      check_pattern(walk, exp->let.pattern, "a `let`");
      exp = exp->let.body;
    } else if (exp->kind == FUT_EXP_LET_FUNCTION) {
      walk_binding(walk, &exp->let_function.binding);
      exp = exp->let_function.body;
    } else if (exp->kind == FUT_EXP_LET_UPDATE) {
      walk_indices(walk, &exp->let_update.indices);
      walk_exp(walk, exp->let_update.value);
      exp = exp->let_update.body;
    } else {
      return exp;
    }
  }
}

static void walk_exp(const Walk *walk, const FutExp *exp) {
  exp = walk_bindings(walk, exp);
  switch (exp->kind) {
  case FUT_EXP_HOLE:
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_CHAR:
  case FUT_EXP_STRING:
  case FUT_EXP_VAR:
  case FUT_EXP_SECTION_PROJECT: return;
  case FUT_EXP_TUPLE:
  case FUT_EXP_ARRAY: walk_all(walk, &exp->items); return;
  case FUT_EXP_RECORD:
    for (size_t i = 0; i < exp->record.count; i++)
      walk_exp(walk, exp->record.data[i].value);
    return;
  case FUT_EXP_APPLY:
    walk_exp(walk, exp->apply.function);
    walk_all(walk, &exp->apply.arguments);
    return;
  case FUT_EXP_CONSTRUCTOR: walk_all(walk, &exp->constructor.arguments); return;
  case FUT_EXP_BINARY:
    walk_exp(walk, exp->binary.left);
    walk_exp(walk, exp->binary.right);
    return;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: walk_exp(walk, exp->operand); return;
  case FUT_EXP_RANGE:
    walk_exp(walk, exp->range.first);
    if (exp->range.second) walk_exp(walk, exp->range.second);
    walk_exp(walk, exp->range.last);
    return;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE: walk_exp(walk, exp->ascribe.value); return;
  case FUT_EXP_INDEX:
    walk_exp(walk, exp->index.array);
    walk_indices(walk, &exp->index.indices);
    return;
  case FUT_EXP_PROJECT: walk_exp(walk, exp->project.record); return;
  case FUT_EXP_UPDATE:
    walk_exp(walk, exp->update.array);
    walk_indices(walk, &exp->update.indices);
    walk_exp(walk, exp->update.value);
    return;
  case FUT_EXP_RECORD_UPDATE:
    walk_exp(walk, exp->record_update.record);
    walk_exp(walk, exp->record_update.value);
    return;
  case FUT_EXP_OPEN: walk_exp(walk, exp->open.body); return;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT: walk_exp(walk, exp->section.operand); return;
  case FUT_EXP_SECTION_INDEX: walk_indices(walk, &exp->section_index); return;
  case FUT_EXP_LAMBDA:
    check_params(walk, &exp->lambda.params);
    walk_exp(walk, exp->lambda.body);
    return;
  case FUT_EXP_IF:
    walk_exp(walk, exp->branch.condition);
    walk_exp(walk, exp->branch.then);
    walk_exp(walk, exp->branch.otherwise);
    return;
  case FUT_EXP_LOOP: walk_loop(walk, exp); return;
  case FUT_EXP_MATCH: walk_match(walk, exp); return;
  case FUT_EXP_ASSERT:
    walk_exp(walk, exp->assertion.condition);
    walk_exp(walk, exp->assertion.value);
    return;
  case FUT_EXP_ATTRIBUTE: walk_exp(walk, exp->attributed.value); return;
  case FUT_EXP_LET:
  case FUT_EXP_LET_UPDATE:
  case FUT_EXP_LET_FUNCTION: return; // walk_bindings is past them
  }
}

void fut_check_matches(Diag *diag, const FutBinding *binding, bool with_warnings) {
  Walk walk = {diag, with_warnings};
  walk_binding(&walk, binding);
}
