// Peels the first and last iterations off a loop whose body asks whether it is at the border.
//
//   for j < m {                                 for j < 1        { … as before … }
//     if (0 < j && j < m - 1) { A }      =>     for 1 <= j < m-1 { A }
//     else { B }                                for m-1 <= j < m { … as before … }
//   }
//
// What counts as asking about the border: a comparison of the index with a small constant, or with
// the end of the loop less a small constant, also inside smin and smax, and after the same has been
// added to both sides: `j - half - 1 < -half` asks for j < 1. Sums wrap around, so all of what they
// have must be small: where that is not known, it is checked before the loops, which are as before
// where it is not. In the middle loop the answer is known, so the loop has no branches and the C
// compiler vectorises it. Where loops are nested, only the middle part of the outer one has its
// inner loops peeled: code grows little. The middle of an inner loop is written in blocks of a
// vector (imp_overlap.c).
#include "imp/imp_copy.h"
#include "ir/type.h"

enum {
  NEAR = 8,         // how many iterations may be peeled at either end
  SIZE_LIMIT = 400, // of a body, in nodes
  STEPS_MOST = 16,  // definitions or operations that are followed
  TERMS_MOST = 6,   // of a sum
  TIMES_MOST = 16,  // a term of a sum
  CHECKS_MOST = 4   // before a loop
};
// Sums of so few terms that are not larger do not wrap around.
static const int64_t LARGE = INT64_C(1) << 56;

// Where the answer changes: at iteration `at` from the start, or this many before the end.
typedef struct Border {
  bool is_at_end;
  int64_t at;
  const ImpExp *checks[CHECKS_MOST]; // what must not be large for that
  size_t check_count;
} Border;

typedef struct Peeler {
  ImpProgram *program;
  Arena *arena;
  Map *values; // ImpVar -> its value, when it is never assigned
  // The loop in whose middle the copies stand; NULL: nothing is known.
  const ImpFor *loop;
  int64_t low, high; // it runs from low to last - high
  Map *inside;       // ImpVar that the loop which is looked at declares or assigns -> itself
} Peeler;

// ---- Sums ----

// A constant and other values, some of them several times: the index of the loop, sizes.
typedef struct PeelSum {
  struct {
    const ImpExp *exp;
    int64_t times;
  } terms[TERMS_MOST];
  size_t count;
  int64_t constant;
  bool is_unknown; // it has more, or does not fit
} PeelSum;

static const ImpExp *resolve(const Peeler *peeler, const ImpExp *exp) {
  return imp_value_of(peeler->values, exp);
}

// The last variable on the way to that value, or the value when there is none.
static const ImpExp *last_name(const Peeler *peeler, const ImpExp *exp) {
  const ImpExp *value = resolve(peeler, exp);
  while (exp != value && exp->kind == IMP_VAR) {
    const ImpExp *next = map_get(peeler->values, map_key(exp->as.var));
    if (!next || next->kind != IMP_VAR) break;
    exp = next;
  }
  return exp;
}

static bool is_large(int64_t number) { return number < -LARGE || number > LARGE; }

static void sum_add_number(PeelSum *sum, int64_t number, int64_t times) {
  if (is_large(number)) sum->is_unknown = true;
  if (sum->is_unknown) return;
  sum->constant += number * times;
  if (is_large(sum->constant)) sum->is_unknown = true;
}

static void sum_add_term(PeelSum *sum, const ImpExp *exp, int64_t times) {
  size_t i = 0;
  while (i < sum->count && !imp_equal(sum->terms[i].exp, exp))
    i++;
  if (i == TERMS_MOST) {
    sum->is_unknown = true;
    return;
  }
  if (i == sum->count) {
    sum->terms[i].exp = exp;
    sum->terms[i].times = 0;
    sum->count++;
  }
  sum->terms[i].times += times;
  if (sum->terms[i].times > TIMES_MOST || sum->terms[i].times < -TIMES_MOST) sum->is_unknown = true;
  if (sum->terms[i].times == 0) sum->terms[i] = sum->terms[--sum->count];
}

static bool is_border_choice(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                             Border *border, size_t *taken);

// Adds `times` times the expression. In the middle of a loop smin and smax are what they are there.
static void sum_add(const Peeler *peeler, const ImpFor *loop, PeelSum *sum, const ImpExp *exp,
                    int64_t times, int depth) {
  const ImpExp *named = exp;
  exp = resolve(peeler, exp);
  ImpExp *const *args = exp->kind == IMP_OP ? exp->as.op.args : NULL;
  Border border;
  size_t taken;
  if (depth == 0 || times > TIMES_MOST || times < -TIMES_MOST) sum->is_unknown = true;
  if (sum->is_unknown) return;
  if (exp->kind == IMP_CONST && exp->type == SCALAR_I64) {
    sum_add_number(sum, exp->as.constant.value.i64, times);
    return;
  }
  Op op = exp->kind == IMP_OP ? exp->as.op.op : OP_COUNT;
  if (op == OP_ADD || op == OP_SUB) {
    sum_add(peeler, loop, sum, args[0], times, depth - 1);
    sum_add(peeler, loop, sum, args[1], op == OP_ADD ? times : -times, depth - 1);
    return;
  }
  if (op == OP_NEG) {
    sum_add(peeler, loop, sum, args[0], -times, depth - 1);
    return;
  }
  for (size_t i = 0; op == OP_MUL && i < 2; i++) {
    const ImpExp *factor = resolve(peeler, args[i]);
    if (factor->kind != IMP_CONST || is_large(factor->as.constant.value.i64)) continue;
    int64_t number = factor->as.constant.value.i64;
    if (number > TIMES_MOST || number < -TIMES_MOST) continue;
    sum_add(peeler, loop, sum, args[1 - i], times * number, depth - 1);
    return;
  }
  if ((op == OP_SMIN || op == OP_SMAX) && depth > STEPS_MOST / 2 &&
      is_border_choice(peeler, loop, exp, &border, &taken) &&
      (!peeler->loop || border.at <= (border.is_at_end ? peeler->high : peeler->low))) {
    sum_add(peeler, loop, sum, args[taken], times, depth / 2);
    return;
  }
  sum_add_term(sum, last_name(peeler, named), times);
}

static PeelSum sum_of(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp) {
  PeelSum sum = {0};
  sum_add(peeler, loop, &sum, exp, 1, STEPS_MOST);
  return sum;
}

// How many times the index is in it.
static int64_t sum_index(const PeelSum *sum, const ImpFor *loop) {
  for (size_t i = 0; i < sum->count; i++)
    if (sum->terms[i].exp->kind == IMP_VAR && sum->terms[i].exp->as.var == loop->index)
      return sum->terms[i].times;
  return 0;
}

static PeelSum sum_without(PeelSum sum, const ImpVar *var) {
  size_t count = 0;
  for (size_t i = 0; i < sum.count; i++)
    if (sum.terms[i].exp->kind != IMP_VAR || sum.terms[i].exp->as.var != var)
      sum.terms[count++] = sum.terms[i];
  sum.count = count;
  return sum;
}

// sum + times * other
static PeelSum sum_plus(PeelSum sum, const PeelSum *other, int64_t times) {
  sum.is_unknown = sum.is_unknown || other->is_unknown;
  for (size_t i = 0; i < other->count && !sum.is_unknown; i++)
    sum_add_term(&sum, other->terms[i].exp, times * other->terms[i].times);
  sum_add_number(&sum, other->constant, times);
  return sum;
}

// ---- What is asked ----

// Where the whole loop begins and ends, of which this may be a chunk.
static const ImpExp *whole_first(const ImpFor *loop) {
  return loop->least ? loop->least : loop->first;
}
static const ImpExp *whole_last(const ImpFor *loop) { return loop->most ? loop->most : loop->last; }

static bool is_near(int64_t number) { return number >= -NEAR && number <= NEAR; }

// Can the value not be large at any iteration, as the loop does not go that far? It is the index,
// or the end, or what is left until there, and a little.
static bool is_small(const PeelSum *sum, const ImpFor *loop, const PeelSum *last) {
  int64_t index = sum_index(sum, loop);
  if (sum->count == 0) return true;
  if (sum->count == 1 && index == 1) return last->count == 0 || is_near(sum->constant);
  if (last->count != 1 || last->terms[0].times != 1 || !is_near(last->constant)) return false;
  PeelSum rest = sum_plus(*sum, last, -1);
  return is_near(rest.constant) && (rest.count == 0 || (rest.count == 1 && index == -1));
}

static bool border_check(Border *border, const ImpExp *exp) {
  for (size_t i = 0; i < border->check_count; i++)
    if (imp_equal(border->checks[i], exp)) return true;
  if (border->check_count == CHECKS_MOST) return false;
  border->checks[border->check_count++] = exp;
  return true;
}

// Notes what must be checked, so that the sum is a number like any other. False: it cannot be.
static bool check_sum(const Peeler *peeler, const ImpFor *loop, const PeelSum *sum,
                      const PeelSum *last, Border *border) {
  if (is_small(sum, loop, last)) return true;
  for (size_t i = 0; i < sum->count; i++) {
    const ImpExp *exp = sum->terms[i].exp;
    bool is_index = exp->kind == IMP_VAR && exp->as.var == loop->index;
    bool is_known = exp->kind == IMP_VAR && !map_find(peeler->inside, map_key(exp->as.var), NULL);
    if (is_index ? !border_check(border, whole_last(loop))
                 : !is_known || !border_check(border, exp))
      return false;
  }
  return true;
}

// Solves `a = b` for the index, which is then *at; as the index grows, b - a grows (1) or falls
// (-1).
static bool solve(const Peeler *peeler, const ImpFor *loop, const ImpExp *a, const ImpExp *b,
                  PeelSum *at, int64_t *sign, Border *border) {
  if (a->type != SCALAR_I64) return false;
  PeelSum last = sum_of(peeler, loop, whole_last(loop));
  PeelSum left = sum_of(peeler, loop, a), right = sum_of(peeler, loop, b);
  PeelSum difference = sum_plus(right, &left, -1);
  *sign = sum_index(&difference, loop);
  if (difference.is_unknown || (*sign != 1 && *sign != -1)) return false;
  *border = (Border){0};
  if (!check_sum(peeler, loop, &left, &last, border)) return false;
  if (!check_sum(peeler, loop, &right, &last, border)) return false;
  PeelSum rest = sum_without(difference, loop->index), zero = {0};
  *at = sum_plus(zero, &rest, -*sign);
  return !at->is_unknown;
}

// The border that is this iteration: so far from the start or the end of the loop.
static bool find_border(const Peeler *peeler, const ImpFor *loop, const PeelSum *at,
                        Border *border) {
  border->at = at->constant;
  border->is_at_end = false;
  bool is_number = at->count == 0;
  if (is_number && is_near(border->at)) return imp_is_i64(resolve(peeler, whole_first(loop)), 0);
  PeelSum last = sum_of(peeler, loop, whole_last(loop));
  bool is_last_number = last.count == 0;
  PeelSum left = sum_plus(last, at, -1);
  border->is_at_end = true;
  border->at = left.constant;
  if (left.is_unknown || left.count > 0) return false;
  return !is_number ||
         (is_last_number && at->constant > 0 && last.constant > 0 && is_near(border->at));
}

// Is the expression a comparison with the border? `is_before` says that it is true before it.
static bool is_border_test(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                           Border *border, bool *is_before) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_SLT && exp->as.op.op != OP_SLE)) return false;
  PeelSum at;
  int64_t sign;
  if (!solve(peeler, loop, exp->as.op.args[0], exp->as.op.args[1], &at, &sign, border))
    return false;
  // i < at, i <= at, i > at or i >= at
  *is_before = sign < 0;
  if (*is_before != (exp->as.op.op == OP_SLT)) sum_add_number(&at, 1, 1);
  return find_border(peeler, loop, &at, border);
}

// smin or smax of the index and the border: which operand it is in the middle.
static bool is_border_choice(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                             Border *border, size_t *taken) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_SMIN && exp->as.op.op != OP_SMAX)) return false;
  for (size_t i = 0; i < 2; i++) {
    const ImpExp *value = exp->as.op.args[i], *bound = exp->as.op.args[1 - i];
    PeelSum at, with_index = sum_of(peeler, loop, value);
    int64_t sign;
    if (with_index.is_unknown || sum_index(&with_index, loop) != 1) continue;
    if (!solve(peeler, loop, value, bound, &at, &sign, border)) return false;
    if (exp->as.op.op == OP_SMIN) sum_add_number(&at, 1, 1); // they may be equal
    if (!find_border(peeler, loop, &at, border)) return false;
    // In the middle smax is the index at the start, and smin is the index at the end.
    bool is_max = exp->as.op.op == OP_SMAX;
    if (is_max == border->is_at_end) return false;
    *taken = i;
    return true;
  }
  return false;
}

static bool is_equality(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                        Border *border) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_EQ && exp->as.op.op != OP_NE)) return false;
  PeelSum at;
  int64_t sign;
  if (!solve(peeler, loop, exp->as.op.args[0], exp->as.op.args[1], &at, &sign, border))
    return false;
  if (!find_border(peeler, loop, &at, border)) return false;
  if (!border->is_at_end) border->at++; // the middle begins after it
  return true;
}

// ---- How much to peel ----

typedef struct ImpSurvey {
  const Peeler *peeler;
  const ImpFor *loop;
  int64_t low, high;
  size_t size;
  bool is_found;
  Map *inside;
  Border checks;   // of all borders
  bool is_refused; // those are too many
} ImpSurvey;

static void note_border(ImpSurvey *survey, const Border *border) {
  if (border->at > NEAR) return;
  for (size_t i = 0; i < border->check_count; i++)
    if (!border_check(&survey->checks, border->checks[i])) survey->is_refused = true;
  if (border->at < 0) return;
  int64_t *limit = border->is_at_end ? &survey->high : &survey->low;
  if (border->at > *limit) *limit = border->at;
  survey->is_found = true;
}

static void survey_exp(ImpSurvey *survey, const ImpExp *exp) {
  Border border;
  bool is_before;
  size_t taken;
  if (!exp) return;
  survey->size++;
  if (is_border_test(survey->peeler, survey->loop, exp, &border, &is_before) ||
      is_border_choice(survey->peeler, survey->loop, exp, &border, &taken) ||
      is_equality(survey->peeler, survey->loop, exp, &border))
    note_border(survey, &border);
  if (exp->kind == IMP_LOAD) survey_exp(survey, exp->as.load.index);
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    survey_exp(survey, exp->as.op.args[i]);
}

static void survey_stm(void *context, ImpStm *stm) {
  ImpSurvey *survey = context;
  survey->size++;
  if (stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind != IMP_SCALAR) {
    survey_exp(survey, stm->as.set.index);
  } else if (stm->kind == IMP_STM_DECLARE || stm->kind == IMP_STM_ASSIGN ||
             stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC ||
             stm->kind == IMP_STM_RESULT) {
    survey_exp(survey, stm->as.set.index);
    survey_exp(survey, stm->as.set.value);
  } else if (stm->kind == IMP_STM_LOCK || stm->kind == IMP_STM_IF || stm->kind == IMP_STM_WHILE) {
    survey_exp(survey, stm->as.branch.condition);
  } else if (stm->kind == IMP_STM_FOR) {
    survey_exp(survey, stm->as.loop->first);
    survey_exp(survey, stm->as.loop->last);
  } else {
    survey->size += 10;
  }
}

// ---- The loops ----

// What the expression is in the middle of the loop; NULL: that is not known.
static const ImpExp *answer(void *context, const ImpExp *exp) {
  const Peeler *peeler = context;
  Border border;
  bool is_before;
  size_t taken;
  bool is_test = is_border_test(peeler, peeler->loop, exp, &border, &is_before);
  bool is_choice = !is_test && is_border_choice(peeler, peeler->loop, exp, &border, &taken);
  bool is_equal = !is_test && !is_choice && is_equality(peeler, peeler->loop, exp, &border);
  if (!is_test && !is_choice && !is_equal) return NULL;
  if (border.at > (border.is_at_end ? peeler->high : peeler->low)) return NULL;
  if (is_choice) return exp->as.op.args[taken];
  bool is_true = is_equal ? exp->as.op.op == OP_NE : is_before == border.is_at_end;
  return imp_const(peeler->program, constant_bool(is_true));
}

static void note_tile(void *context, ImpStm *stm) {
  bool *is_found = context;
  if (stm->kind == IMP_STM_TILE) *is_found = true;
}

static ImpStm *loop_part(Peeler *peeler, const ImpStm *stm, ImpExp *first, ImpExp *last,
                         const ImpSurvey *middle) {
  ImpCopier copier = {.program = peeler->program,
                      .renamed = map_new(peeler->arena),
                      .values = peeler->values,
                      .context = peeler};
  if (middle) {
    copier.known = answer;
    peeler->inside = middle->inside;
    peeler->loop = stm->as.loop;
    peeler->low = middle->low;
    peeler->high = middle->high;
  }
  ImpStm *copy = arena_make(peeler->program->arena, ImpStm);
  *copy = *stm;
  // The questions are about the original index, so its copy is made after the bounds.
  copy->as.loop = imp_copy_for(&copier, stm->as.loop);
  copy->as.loop->first = first;
  copy->as.loop->last = last;
  if (!middle) { // a few iterations are not worth vectors
    copy->as.loop->kind = IMP_FOR_PLAIN;
    copy->as.loop->reductions = (ImpReductions){0};
  }
  peeler->loop = NULL;
  return copy;
}

static void peel_stms(void *context, ImpStms *stms);

static bool is_peelable(Peeler *peeler, const ImpStm *stm, ImpSurvey *survey) {
  if (stm->kind != IMP_STM_FOR || stm->as.loop->index->scalar != SCALAR_I64) return false;
  ImpForKind kind = stm->as.loop->kind;
  if (kind != IMP_FOR_PLAIN && kind != IMP_FOR_SIMD && kind != IMP_FOR_SHORT) return false;
  bool has_tile = false;
  *survey = (ImpSurvey){.peeler = peeler, .loop = stm->as.loop, .inside = map_new(peeler->arena)};
  imp_note_bound(survey->inside, &stm->as.loop->body);
  peeler->inside = survey->inside;
  imp_walk(&stm->as.loop->body, survey_stm, survey);
  imp_walk(&stm->as.loop->body, note_tile, &has_tile);
  // Where checks fail, all is done in one of the loops at the ends.
  if (survey->checks.check_count > 0 && survey->low + survey->high == 0) survey->high = 1;
  return survey->is_found && !survey->is_refused && !has_tile && survey->size <= SIZE_LIMIT;
}

// The middle from `begin` to `end`, in blocks of `width` that begin at its multiples as far as they
// can; when it is shorter than a block, as it is.
//
//   if (begin + width <= end)
//     for begin / width <= number < (end + width - 1) / width {
//       at = smin(smax(number * width, begin), end - width)
//       for at <= j < at + width { A } }
//   else for begin <= j < end { A }
static void write_blocks(Peeler *peeler, const ImpStm *stm, const ImpSurvey *survey, ImpStm *middle,
                         int64_t width, ImpStms *out) {
  ImpProgram *program = peeler->program;
  ImpBuilder builder = {.program = program, .stms = out, .span = stm->span};
  int64_t bits = 0;
  while (INT64_C(1) << bits < width)
    bits++;
  ImpExp *size = imp_i64(program, width), *shift = imp_i64(program, bits);
  ImpExp *begin = imp_use(
      program, imp_let(&builder, intern_str(program->names, "begin"), middle->as.loop->first));
  ImpExp *end =
      imp_use(program, imp_let(&builder, intern_str(program->names, "end"), middle->as.loop->last));
  middle->as.loop->first = begin;
  middle->as.loop->last = end;
  ImpStm *test = imp_if(&builder, imp_binary(program, OP_SLE, imp_add(program, begin, size), end));
  vec_push(program->arena, &test->as.branch.otherwise, middle);
  ImpBuilder inside = imp_into(&builder, &test->as.branch.body);
  ImpVar *number = imp_var(program, IMP_SCALAR, SCALAR_I64, intern_str(program->names, "number"));
  number->is_const = number->is_index = true;
  ImpExp *past = imp_add(program, end, imp_i64(program, width - 1));
  ImpFor *blocks =
      imp_for(&inside, IMP_FOR_PLAIN, number, imp_binary(program, OP_ASHR, begin, shift),
              imp_binary(program, OP_ASHR, past, shift));
  inside = imp_into(&inside, &blocks->body);
  ImpExp *at = imp_mul(program, imp_use(program, number), size);
  at = imp_binary(program, OP_SMAX, at, begin);
  at = imp_binary(program, OP_SMIN, at, imp_sub(program, end, size));
  at = imp_use(program, imp_let(&inside, intern_str(program->names, "at"), at));
  vec_push(program->arena, &blocks->body,
           loop_part(peeler, stm, at, imp_add(program, at, size), survey));
}

// Is nothing that must be checked large? NULL: there is nothing.
static ImpExp *build_check(ImpProgram *program, const Border *checks) {
  ImpExp *all = NULL;
  for (size_t i = 0; i < checks->check_count; i++) {
    ImpExp *moved =
        imp_binary(program, OP_ADD, (ImpExp *)checks->checks[i], imp_i64(program, LARGE));
    ImpExp *one = imp_binary(program, OP_ULE, moved, imp_i64(program, 2 * LARGE));
    all = all ? imp_binary(program, OP_AND, all, one) : one;
  }
  return all;
}

static ImpExp *build_select(ImpProgram *program, ImpExp *condition, ImpExp *a, ImpExp *b) {
  ImpExp *args[] = {condition, a, b};
  return imp_op(program, OP_SELECT, a->type, args, 3);
}

// The three loops; the middle one is peeled further.
static void peel_loop(Peeler *peeler, ImpStm *stm, const ImpSurvey *survey, ImpStms *out) {
  ImpProgram *program = peeler->program;
  ImpExp *first = stm->as.loop->first, *last = stm->as.loop->last;
  ImpExp *low = imp_i64(program, survey->low), *high = imp_i64(program, survey->high);
  if (survey->low == 0) low = first;
  // The middle begins at low or the end, and ends `high` before the end or where it begins.
  ImpExp *begin = survey->low > 0 ? imp_binary(program, OP_SMIN, low, last) : first;
  if (survey->low > 0 && stm->as.loop->least) begin = imp_binary(program, OP_SMAX, begin, first);
  ImpExp *most = stm->as.loop->most ? stm->as.loop->most : last;
  ImpExp *end =
      survey->high > 0 ? imp_binary(program, OP_SMAX, imp_sub(program, most, high), begin) : last;
  if (survey->high > 0 && stm->as.loop->most) end = imp_binary(program, OP_SMIN, end, last);
  ImpExp *check = build_check(program, &survey->checks);
  if (check) {
    ImpBuilder builder = {.program = program, .stms = out, .span = stm->span};
    Name name = intern_str(program->names, "are_small");
    ImpExp *are_small = imp_use(program, imp_let(&builder, name, check));
    if (survey->low > 0) begin = build_select(program, are_small, begin, last);
    if (survey->high > 0)
      end = build_select(program, are_small, end, survey->low > 0 ? last : begin);
  }
  if (survey->low > 0) vec_push(program->arena, out, loop_part(peeler, stm, first, begin, NULL));
  ImpStm *middle = loop_part(peeler, stm, begin, end, survey);
  peel_stms(peeler, &middle->as.loop->body);
  int64_t width = survey->low > 0 ? imp_overlap(middle->as.loop) : 0;
  if (width > 0)
    write_blocks(peeler, stm, survey, middle, width, out);
  else
    vec_push(program->arena, out, middle);
  if (survey->high > 0) vec_push(program->arena, out, loop_part(peeler, stm, end, last, NULL));
}

static void peel_stms(void *context, ImpStms *stms) {
  Peeler *peeler = context;
  ImpStms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    ImpSurvey survey;
    if (is_peelable(peeler, stms->data[i], &survey)) {
      peel_loop(peeler, stms->data[i], &survey, &out);
      continue;
    }
    imp_each_body(stms->data[i], peel_stms, peeler);
    vec_push(peeler->program->arena, &out, stms->data[i]);
  }
  *stms = out;
}

void imp_peel(ImpProgram *program) {
  Arena *arena = arena_new();
  for (size_t i = 0; i < program->funs.count; i++) {
    Peeler peeler = {.program = program, .arena = arena, .values = map_new(arena)};
    imp_note_values(peeler.values, &program->funs.data[i]->body);
    peel_stms(&peeler, &program->funs.data[i]->body);
  }
  arena_free(arena);
}
