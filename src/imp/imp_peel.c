// Peels the first and last iterations off a loop whose body asks whether it is at the border.
//
//   for j < m {                                 for j < 1        { … as before … }
//     if (0 < j && j < m - 1) { A }      =>     for 1 <= j < m-1 { A }
//     else { B }                                for m-1 <= j < m { … as before … }
//   }
//
// What counts as asking about the border: a comparison of the index with a small constant, or with
// the end of the loop less a small constant, also inside smin and smax. In the middle loop its
// answer is known, so the loop has no branches and the C compiler vectorises it. Where loops are
// nested, only the middle part of the outer one has its inner loops peeled: code grows little. The
// middle of an inner loop is written in blocks of a vector (imp_overlap.c).
#include "imp/imp.h"
#include "ir/type.h"

enum {
  NEAR = 8,        // how many iterations may be peeled at either end
  SIZE_LIMIT = 400 // of a body, in nodes
};

typedef struct Peeler {
  ImpProgram *program;
  Arena *arena;
  Map *values;  // ImpVar -> its value, when it is never assigned
  Map *renamed; // ImpVar -> the copy that stands for it
  // The loop in whose middle the copies stand; NULL: nothing is known.
  const ImpFor *loop;
  int64_t low, high; // it runs from low to last - high
} Peeler;

// ---- What is asked ----

// The value that the expression has, as far as declarations tell.
static const ImpExp *resolve(const Peeler *peeler, const ImpExp *exp) {
  for (int steps = 0; steps < 16 && exp->kind == IMP_VAR; steps++) {
    const ImpExp *value = map_get(peeler->values, map_key(exp->as.var));
    if (!value) break;
    exp = value;
  }
  return exp;
}

static bool is_number(const Peeler *peeler, const ImpExp *exp, int64_t *value) {
  exp = resolve(peeler, exp);
  if (exp->kind != IMP_CONST || exp->type != SCALAR_I64) return false;
  *value = exp->as.constant.value.i64;
  return true;
}

static bool is_constant(const Peeler *peeler, const ImpExp *exp, int64_t *value) {
  return is_number(peeler, exp, value) && *value >= -NEAR && *value <= NEAR;
}

// Is it base + offset with a small constant offset? `base` is what is left.
static const ImpExp *take_offset(const Peeler *peeler, const ImpExp *exp, int64_t *offset) {
  *offset = 0;
  for (int steps = 0; steps < 16; steps++) {
    int64_t value;
    exp = resolve(peeler, exp);
    bool is_sum = exp->kind == IMP_OP && exp->as.op.op == OP_ADD;
    bool is_difference = exp->kind == IMP_OP && exp->as.op.op == OP_SUB;
    if (is_sum && is_constant(peeler, exp->as.op.args[0], &value)) {
      *offset += value;
      exp = exp->as.op.args[1];
    } else if ((is_sum || is_difference) && is_constant(peeler, exp->as.op.args[1], &value)) {
      *offset += is_sum ? value : -value;
      exp = exp->as.op.args[0];
    } else {
      break;
    }
  }
  return exp;
}

// Where the whole loop begins and ends, of which this may be a chunk.
static const ImpExp *whole_first(const ImpFor *loop) {
  return loop->least ? loop->least : loop->first;
}
static const ImpExp *whole_last(const ImpFor *loop) { return loop->most ? loop->most : loop->last; }

// Where the answer changes: at iteration `at` from the start, or this many before the end.
typedef struct Border {
  bool is_at_end;
  int64_t at;
} Border;

// The border of `index + offset < bound`: true for what comes before it.
static bool border_of(const Peeler *peeler, const ImpFor *loop, int64_t offset, const ImpExp *bound,
                      Border *border) {
  int64_t constant, end_number, end_offset, bound_offset;
  if (is_constant(peeler, bound, &constant)) {
    *border = (Border){.at = constant - offset};
    return imp_is_i64(resolve(peeler, whole_first(loop)), 0);
  }
  bool are_numbers = is_number(peeler, bound, &constant) &&
                     is_number(peeler, whole_last(loop), &end_number) && constant > 0 &&
                     end_number > 0 && end_number - constant >= -NEAR &&
                     end_number - constant <= NEAR;
  if (are_numbers) {
    *border = (Border){.is_at_end = true, .at = end_number - constant + offset};
    return true;
  }
  const ImpExp *base = take_offset(peeler, bound, &bound_offset);
  const ImpExp *end = take_offset(peeler, whole_last(loop), &end_offset);
  *border = (Border){.is_at_end = true, .at = end_offset - bound_offset + offset};
  return imp_equal(base, end);
}

static bool is_index(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp, int64_t *offset) {
  const ImpExp *base = take_offset(peeler, exp, offset);
  return base->kind == IMP_VAR && base->as.var == loop->index;
}

// Is the expression a comparison with the border? `is_before` says that it is true before it.
static bool is_border_test(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                           Border *border, bool *is_before) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_SLT && exp->as.op.op != OP_SLE)) return false;
  const ImpExp *a = exp->as.op.args[0], *b = exp->as.op.args[1];
  bool is_strict = exp->as.op.op == OP_SLT;
  int64_t offset;
  if (a->type != SCALAR_I64) return false;
  if (is_index(peeler, loop, a, &offset)) {
    *is_before = true; // a < b, or a - 1 < b
    return border_of(peeler, loop, is_strict ? offset : offset - 1, b, border);
  }
  if (!is_index(peeler, loop, b, &offset)) return false;
  *is_before = false; // not b < a + 1, or not b < a
  return border_of(peeler, loop, is_strict ? offset - 1 : offset, a, border);
}

// smin or smax of the index and the border: which operand it is in the middle.
static bool is_border_choice(const Peeler *peeler, const ImpFor *loop, const ImpExp *exp,
                             Border *border, size_t *taken) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_SMIN && exp->as.op.op != OP_SMAX)) return false;
  if (exp->type != SCALAR_I64) return false;
  for (size_t i = 0; i < 2; i++) {
    int64_t offset;
    if (!is_index(peeler, loop, exp->as.op.args[i], &offset)) continue;
    if (!border_of(peeler, loop, offset, exp->as.op.args[1 - i], border)) return false;
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
  for (size_t i = 0; i < 2; i++) {
    int64_t offset;
    if (exp->as.op.args[i]->type != SCALAR_I64) return false;
    if (!is_index(peeler, loop, exp->as.op.args[i], &offset)) continue;
    if (!border_of(peeler, loop, offset, exp->as.op.args[1 - i], border)) return false;
    if (!border->is_at_end) border->at++; // the middle begins after it
    return true;
  }
  return false;
}

// ---- How much to peel ----

typedef struct ImpSurvey {
  const Peeler *peeler;
  const ImpFor *loop;
  int64_t low, high;
  size_t size;
  bool is_found;
} ImpSurvey;

static void note_border(ImpSurvey *survey, const Border *border) {
  if (border->at < 0 || border->at > NEAR) return;
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

// ---- Copies ----

static ImpVar *copy_use(const Peeler *peeler, ImpVar *var) {
  ImpVar *copy = map_get(peeler->renamed, map_key(var));
  return copy ? copy : var;
}

static ImpVar *copy_bind(Peeler *peeler, ImpVar *var) {
  ImpVar *copy = imp_var(peeler->program, var->kind, var->scalar, var->name);
  uint32_t number = copy->number;
  *copy = *var;
  copy->number = number;
  map_put(peeler->renamed, map_key(var), copy);
  return copy;
}

// What the middle of the loop knows about the expression; NULL: nothing.
static ImpExp *answer(Peeler *peeler, const ImpExp *exp, size_t *taken) {
  Border border;
  bool is_before;
  *taken = SIZE_MAX;
  if (!peeler->loop) return NULL;
  bool is_test = is_border_test(peeler, peeler->loop, exp, &border, &is_before);
  bool is_choice = !is_test && is_border_choice(peeler, peeler->loop, exp, &border, taken);
  bool is_equal = !is_test && !is_choice && is_equality(peeler, peeler->loop, exp, &border);
  if (!is_test && !is_choice && !is_equal) return NULL;
  if (border.at > (border.is_at_end ? peeler->high : peeler->low)) {
    *taken = SIZE_MAX;
    return NULL;
  }
  if (border.is_at_end && border.at < 0) { // beyond the end: not asked in this loop
    *taken = SIZE_MAX;
    return NULL;
  }
  if (is_choice) return NULL;
  bool is_true = is_equal ? exp->as.op.op == OP_NE : is_before == border.is_at_end;
  return imp_const(peeler->program, constant_bool(is_true));
}

static ImpExp *copy_exp(Peeler *peeler, const ImpExp *exp) {
  if (!exp) return NULL;
  size_t taken;
  ImpExp *known = answer(peeler, exp, &taken);
  if (known) return known;
  if (taken != SIZE_MAX) return copy_exp(peeler, exp->as.op.args[taken]);
  ImpProgram *program = peeler->program;
  ImpExp *args[3];
  switch (exp->kind) {
  case IMP_CONST:
  case IMP_THREADS:
  case IMP_THREAD:
  case IMP_LANE:
  case IMP_LANES:
  case IMP_PARAM: return (ImpExp *)exp;
  case IMP_ROOM: break;
  case IMP_VAR: return imp_use(program, copy_use(peeler, exp->as.var));
  case IMP_LOAD:
    return imp_load(program, copy_use(peeler, exp->as.load.pointer),
                    copy_exp(peeler, exp->as.load.index));
  case IMP_OP:
    for (size_t i = 0; i < exp->as.op.arg_count; i++)
      args[i] = copy_exp(peeler, exp->as.op.args[i]);
    if (exp->as.op.op == OP_AND && exp->type == SCALAR_BOOL)
      for (size_t i = 0; i < 2; i++)
        if (args[i]->kind == IMP_CONST) return args[i]->as.constant.value.b ? args[1 - i] : args[i];
    if (exp->as.op.op == OP_OR && exp->type == SCALAR_BOOL)
      for (size_t i = 0; i < 2; i++)
        if (args[i]->kind == IMP_CONST) return args[i]->as.constant.value.b ? args[i] : args[1 - i];
    if (exp->as.op.op == OP_SELECT && args[0]->kind == IMP_CONST)
      return args[args[0]->as.constant.value.b ? 1 : 2];
    ImpExp *copy = imp_op(program, exp->as.op.op, exp->type, args, exp->as.op.arg_count);
    if (copy->kind == IMP_OP) copy->as.op.is_exact = exp->as.op.is_exact;
    return copy;
  }
  INTERNAL_ERROR("an expression of no kind");
}

static void copy_stms(Peeler *peeler, const ImpStms *stms, ImpStms *out);

static void copy_exps(Peeler *peeler, const ImpExps *exps, ImpExps *out) {
  ImpExps copies = {0};
  for (size_t i = 0; i < exps->count; i++)
    vec_push(peeler->program->arena, &copies, copy_exp(peeler, exps->data[i]));
  *out = copies;
}

static ImpExp **copy_list(Peeler *peeler, ImpExp *const *exps, size_t count) {
  ImpExp **copies = arena_array(peeler->program->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    copies[i] = copy_exp(peeler, exps[i]);
  return copies;
}

static ImpPlace copy_place(Peeler *peeler, const ImpPlace *place, size_t rank) {
  return (ImpPlace){.pointer = copy_use(peeler, place->pointer),
                    .offset = copy_exp(peeler, place->offset),
                    .strides = copy_list(peeler, place->strides, rank)};
}

static ImpFor *copy_for(Peeler *peeler, const ImpFor *loop) {
  ImpFor *copy = arena_make(peeler->program->arena, ImpFor);
  *copy = *loop;
  copy->first = copy_exp(peeler, loop->first);
  copy->last = copy_exp(peeler, loop->last);
  copy->least = copy_exp(peeler, loop->least);
  copy->most = copy_exp(peeler, loop->most);
  copy->index = copy_bind(peeler, loop->index);
  copy->reductions = (ImpReductions){0};
  for (size_t i = 0; i < loop->reductions.count; i++) {
    ImpReduction reduction = loop->reductions.data[i];
    reduction.var = copy_use(peeler, reduction.var);
    vec_push(peeler->program->arena, &copy->reductions, reduction);
  }
  copy->body = (ImpStms){0};
  copy_stms(peeler, &loop->body, &copy->body);
  return copy;
}

static ImpSwitch *copy_switch(Peeler *peeler, const ImpSwitch *choice) {
  ImpSwitch *copy = arena_make(peeler->program->arena, ImpSwitch);
  *copy = (ImpSwitch){.value = copy_exp(peeler, choice->value)};
  for (size_t i = 0; i < choice->cases.count; i++) {
    ImpCase item = {.value = choice->cases.data[i].value};
    copy_stms(peeler, &choice->cases.data[i].body, &item.body);
    vec_push(peeler->program->arena, &copy->cases, item);
  }
  copy_stms(peeler, &choice->otherwise, &copy->otherwise);
  return copy;
}

static void copy_branch(Peeler *peeler, const ImpStm *stm, ImpStm *copy) {
  copy->as.branch.head = copy->as.branch.body = copy->as.branch.otherwise = (ImpStms){0};
  copy_stms(peeler, &stm->as.branch.head, &copy->as.branch.head);
  copy->as.branch.condition = copy_exp(peeler, stm->as.branch.condition);
  copy_stms(peeler, &stm->as.branch.body, &copy->as.branch.body);
  copy_stms(peeler, &stm->as.branch.otherwise, &copy->as.branch.otherwise);
}

static ImpCall *copy_call(Peeler *peeler, const ImpCall *call) {
  ImpCall *copy = arena_make(peeler->program->arena, ImpCall);
  *copy = (ImpCall){.callee = call->callee, .is_ordered = call->is_ordered};
  copy_exps(peeler, &call->args, &copy->args);
  for (size_t i = 0; i < call->results.count; i++)
    vec_push(peeler->program->arena, &copy->results, copy_use(peeler, call->results.data[i]));
  return copy;
}

static ImpEffect *copy_effect(Peeler *peeler, const ImpEffect *effect) {
  Arena *arena = peeler->program->arena;
  ImpEffect *copy = arena_make(arena, ImpEffect);
  *copy = (ImpEffect){
      .kind = effect->kind, .is_receive = effect->is_receive, .message = effect->message};
  copy_exps(peeler, &effect->numbers, &copy->numbers);
  for (size_t i = 0; i < effect->texts.count; i++) {
    const ImpText *text = &effect->texts.data[i];
    vec_push(arena, &copy->texts,
             ((ImpText){.pointer = copy_use(peeler, text->pointer),
                        .first = copy_exp(peeler, text->first),
                        .count = copy_exp(peeler, text->count)}));
  }
  for (size_t i = 0; i < effect->results.count; i++)
    vec_push(arena, &copy->results, copy_use(peeler, effect->results.data[i]));
  return copy;
}

static void copy_set(Peeler *peeler, const ImpStm *stm, ImpStm *copy) {
  copy->as.set.index = copy_exp(peeler, stm->as.set.index);
  copy->as.set.value = copy_exp(peeler, stm->as.set.value);
  if (stm->kind == IMP_STM_DECLARE) {
    copy->as.set.var = copy_bind(peeler, stm->as.set.var);
    bool is_fixed = copy->as.set.var->is_const && copy->as.set.var->kind == IMP_SCALAR;
    if (is_fixed && copy->as.set.value)
      map_put(peeler->values, map_key(copy->as.set.var), copy->as.set.value);
  } else if (stm->as.set.var) {
    copy->as.set.var = copy_use(peeler, stm->as.set.var);
  }
}

static ImpStm *copy_stm(Peeler *peeler, const ImpStm *stm) {
  Arena *arena = peeler->program->arena;
  ImpStm *copy = arena_make(arena, ImpStm);
  *copy = *stm;
  switch (stm->kind) {
  case IMP_STM_DECLARE:
  case IMP_STM_ASSIGN:
  case IMP_STM_STORE:
  case IMP_STM_ATOMIC:
  case IMP_STM_TABLE:
  case IMP_STM_RESULT: copy_set(peeler, stm, copy); break;
  case IMP_STM_LOCK:
  case IMP_STM_IF:
  case IMP_STM_WHILE: copy_branch(peeler, stm, copy); break;
  case IMP_STM_COPY:
    copy->as.copy = arena_make(arena, ImpCopy);
    *copy->as.copy = *stm->as.copy;
    copy->as.copy->shape = copy_list(peeler, stm->as.copy->shape, stm->as.copy->rank);
    copy->as.copy->to = copy_place(peeler, &stm->as.copy->to, stm->as.copy->rank);
    copy->as.copy->from = copy_place(peeler, &stm->as.copy->from, stm->as.copy->rank);
    break;
  case IMP_STM_SWITCH: copy->as.choice = copy_switch(peeler, stm->as.choice); break;
  case IMP_STM_FOR: copy->as.loop = copy_for(peeler, stm->as.loop); break;
  case IMP_STM_ALLOC:
  case IMP_STM_RELEASE:
  case IMP_STM_REF:
  case IMP_STM_MOVE:
  case IMP_STM_RESERVE:
  case IMP_STM_TRIM:
  case IMP_STM_SLOTS:
  case IMP_STM_PARK:
  case IMP_STM_TAKE: copy_exps(peeler, &stm->as.block.counts, &copy->as.block.counts); break;
  case IMP_STM_CALL: copy->as.call = copy_call(peeler, stm->as.call); break;
  case IMP_STM_EFFECT: copy->as.effect = copy_effect(peeler, stm->as.effect); break;
  case IMP_STM_FAIL:
    copy->as.fail = arena_make(arena, ImpFail);
    copy->as.fail->message = stm->as.fail->message;
    copy_exps(peeler, &stm->as.fail->values, &copy->as.fail->values);
    break;
  case IMP_STM_TILE: INTERNAL_ERROR("a tile in a loop that is peeled");
  case IMP_STM_SHARE:
  case IMP_STM_GATHER:
  case IMP_STM_READ:
  case IMP_STM_POST:
  case IMP_STM_FETCH:
  case IMP_STM_TEAM:
  case IMP_STM_BARRIER:
  case IMP_STM_FOLD:
  case IMP_STM_LAUNCH: INTERNAL_ERROR("a loop for a device is peeled");
  case IMP_STM_NOTE: break;
  }
  return copy;
}

// A branch whose condition is known is left out of the copy.
static void copy_stms(Peeler *peeler, const ImpStms *stms, ImpStms *out) {
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *copy = copy_stm(peeler, stms->data[i]);
    const ImpExp *condition = copy->kind == IMP_STM_IF ? copy->as.branch.condition : NULL;
    if (condition) condition = resolve(peeler, condition);
    if (!condition || condition->kind != IMP_CONST) {
      vec_push(peeler->program->arena, out, copy);
      continue;
    }
    const ImpStms *taken =
        condition->as.constant.value.b ? &copy->as.branch.body : &copy->as.branch.otherwise;
    vec_append(peeler->program->arena, out, taken->data, taken->count);
  }
}

// ---- The loops ----

static void note_value(void *context, ImpStm *stm) {
  Peeler *peeler = context;
  if (stm->kind != IMP_STM_DECLARE || !stm->as.set.value) return;
  const ImpVar *var = stm->as.set.var;
  if (var->kind == IMP_SCALAR && var->is_const)
    map_put(peeler->values, map_key(var), stm->as.set.value);
}

static void note_tile(void *context, ImpStm *stm) {
  bool *is_found = context;
  if (stm->kind == IMP_STM_TILE) *is_found = true;
}

static ImpStm *loop_part(Peeler *peeler, const ImpStm *stm, ImpExp *first, ImpExp *last,
                         const ImpSurvey *middle) {
  peeler->renamed = map_new(peeler->arena);
  peeler->loop = NULL;
  if (middle) {
    peeler->loop = stm->as.loop;
    peeler->low = middle->low;
    peeler->high = middle->high;
  }
  ImpStm *copy = arena_make(peeler->program->arena, ImpStm);
  *copy = *stm;
  // The questions are about the original index, so its copy is made after the bounds.
  copy->as.loop = copy_for(peeler, stm->as.loop);
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
  *survey = (ImpSurvey){.peeler = peeler, .loop = stm->as.loop};
  imp_walk(&stm->as.loop->body, survey_stm, survey);
  imp_walk(&stm->as.loop->body, note_tile, &has_tile);
  return survey->is_found && !has_tile && survey->size <= SIZE_LIMIT;
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
    imp_walk(&program->funs.data[i]->body, note_value, &peeler);
    peel_stms(&peeler, &program->funs.data[i]->body);
  }
  arena_free(arena);
}
