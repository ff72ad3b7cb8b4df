// The patterns of a definition: matches cover everything, cases are reached, and the patterns of
// bindings and parameters cannot fail.
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_match_internal.h"

enum { MISSING_SHOWN = 3 };

typedef struct FutMatchWalk {
  Diag *diag;
  bool with_warnings;
} FutMatchWalk;

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

static void check_cases(const FutMatchWalk *walk, FutMatrix *matrix, const FutExp *exp) {
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

static void check_match(const FutMatchWalk *walk, const FutExp *exp) {
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
static void check_pattern(const FutMatchWalk *walk, const FutPattern *pattern, const char *where) {
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

static void check_params(const FutMatchWalk *walk, const FutPatterns *params) {
  for (size_t i = 0; i < params->count; i++)
    check_pattern(walk, params->data[i], "a parameter");
}

// ---- The walk ----

// Checks the patterns of an expression itself, not of its parts.
static void check_patterns(const FutMatchWalk *walk, const FutExp *exp) {
  if (exp->kind == FUT_EXP_LET) check_pattern(walk, exp->let.pattern, "a `let`");
  if (exp->kind == FUT_EXP_LET_FUNCTION) check_params(walk, &exp->let_function.binding.params);
  if (exp->kind == FUT_EXP_LAMBDA) check_params(walk, &exp->lambda.params);
  if (exp->kind == FUT_EXP_MATCH) check_match(walk, exp);
  if (exp->kind != FUT_EXP_LOOP) return;
  check_pattern(walk, exp->loop.pattern, "a loop");
  if (exp->loop.element) check_pattern(walk, exp->loop.element, "a loop");
}

static void walk_exp(void *context, const FutExp *exp) {
  for (; exp != NULL; exp = fut_let_body(exp)) {
    check_patterns(context, exp);
    fut_exp_parts(exp, walk_exp, context);
  }
}

void fut_check_matches(Diag *diag, const FutBinding *binding, bool with_warnings) {
  FutMatchWalk walk = {diag, with_warnings};
  check_params(&walk, &binding->params);
  walk_exp(&walk, binding->body);
}
