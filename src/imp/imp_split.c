// Splits loops where the answer to what they ask about the index changes, if loops depend on it.
//
//   for i < n {                            let at = smin(smax(j, 0), n)
//     if (i < j) { A }               =>    for 0 <= i < at { A }
//     else { for k < j { B } }             for at <= i < n { for k < j { B } }
//   }
//
// A C compiler does so, too, but GCC forgets that the loops in its copies may be done by vectors: a
// sum of products takes four times as long then. What is compared with the index is the same in all
// iterations. A loop is split once, and only when it is not long.
#include "imp/imp_copy.h"
#include "ir/type.h"

enum { SIZE_LIMIT = 400 }; // of a body, in nodes

typedef struct Splitter {
  ImpProgram *program;
  Arena *arena;
  Map *values; // ImpVar -> its value, when it is never assigned
  // Of the loop that is looked at:
  const ImpFor *loop;
  Map *inside;        // ImpVar that it declares or assigns -> itself
  const ImpExp *test; // what it is split by; NULL: not found
  bool holds;         // in the copy that is made
} Splitter;

// ---- What is asked ----

static bool is_index(const Splitter *splitter, const ImpExp *exp) {
  return exp->kind == IMP_VAR && exp->as.var == splitter->loop->index;
}

// Is it the same in all iterations?
static bool is_fixed(const Splitter *splitter, const ImpExp *exp) {
  if (exp->kind == IMP_CONST) return true;
  if (exp->kind == IMP_VAR)
    return !is_index(splitter, exp) && !map_find(splitter->inside, map_key(exp->as.var), NULL);
  if (exp->kind != IMP_OP) return false;
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    if (!is_fixed(splitter, exp->as.op.args[i])) return false;
  return true;
}

static bool is_test(const Splitter *splitter, const ImpExp *exp) {
  if (exp->kind != IMP_OP || (exp->as.op.op != OP_SLT && exp->as.op.op != OP_SLE)) return false;
  ImpExp *const *args = exp->as.op.args;
  return (is_index(splitter, args[0]) && is_fixed(splitter, args[1])) ||
         (is_index(splitter, args[1]) && is_fixed(splitter, args[0]));
}

static void note_loop(void *context, ImpStm *stm) {
  bool *has_loop = context;
  *has_loop = *has_loop || stm->kind == IMP_STM_FOR;
}

static bool has_loop(const ImpStm *branch) {
  bool is_found = false;
  imp_walk(&branch->as.branch.body, note_loop, &is_found);
  imp_walk(&branch->as.branch.otherwise, note_loop, &is_found);
  return is_found;
}

// Looks at branches, but not inside loops.
static void find_test(void *context, ImpStms *stms) {
  Splitter *splitter = context;
  for (size_t i = 0; i < stms->count && !splitter->test; i++) {
    ImpStm *stm = stms->data[i];
    if (stm->kind != IMP_STM_IF || !has_loop(stm)) continue;
    const ImpExp *condition = imp_value_of(splitter->values, stm->as.branch.condition);
    if (is_test(splitter, condition))
      splitter->test = condition;
    else
      imp_each_body(stm, find_test, splitter);
  }
}

// ---- How much there is ----

typedef struct SplitSurvey {
  size_t size;
  bool has_tile;
} SplitSurvey;

static void count_exp(void *context, const ImpExp *exp) {
  SplitSurvey *survey = context;
  survey->size += exp->size;
}

static void survey_stm(void *context, ImpStm *stm) {
  SplitSurvey *survey = context;
  survey->has_tile = survey->has_tile || stm->kind == IMP_STM_TILE;
  survey->size++;
  imp_each_use(&(ImpUseVisitor){.context = survey, .exp = count_exp}, stm);
}

static bool is_splittable(Splitter *splitter, const ImpStm *stm) {
  if (stm->kind != IMP_STM_FOR || stm->as.loop->kind != IMP_FOR_PLAIN) return false;
  ImpFor *loop = stm->as.loop;
  if (loop->index->scalar != SCALAR_I64) return false;
  SplitSurvey survey = {0};
  imp_walk(&loop->body, survey_stm, &survey);
  splitter->loop = loop;
  splitter->inside = map_new(splitter->arena);
  imp_note_bound(splitter->inside, &loop->body);
  splitter->test = NULL;
  if (survey.size > SIZE_LIMIT || survey.has_tile) return false;
  find_test(splitter, &loop->body);
  return splitter->test != NULL;
}

// ---- The loops ----

static const ImpExp *answer(void *context, const ImpExp *exp) {
  Splitter *splitter = context;
  if (!imp_equal(exp, splitter->test)) return NULL;
  return imp_const(splitter->program, constant_bool(splitter->holds));
}

// The first iteration with the other answer, or the end. One that comes after a number comes after
// it where the number is within the loop, so that the sum does not wrap around.
static ImpExp *place_of(const Splitter *splitter) {
  ImpProgram *program = splitter->program;
  ImpExp *first = splitter->loop->first, *last = splitter->loop->last;
  ImpExp *const *args = splitter->test->as.op.args;
  bool is_before = is_index(splitter, args[0]);
  bool is_after = is_before == (splitter->test->as.op.op == OP_SLE);
  ImpExp *one = imp_i64(program, is_after ? 1 : 0), *bound = args[is_before ? 1 : 0];
  ImpExp *place = imp_binary(program, OP_SMAX, bound, imp_sub(program, first, one));
  place = imp_binary(program, OP_SMIN, place, imp_sub(program, last, one));
  return imp_add(program, place, one);
}

static void write_part(Splitter *splitter, const ImpStm *stm, ImpExp *first, ImpExp *last,
                       bool holds, ImpStms *out) {
  ImpCopier copier = {.program = splitter->program,
                      .renamed = map_new(splitter->arena),
                      .values = splitter->values,
                      .context = splitter,
                      .known = answer};
  splitter->holds = holds;
  ImpStm *copy = arena_make(splitter->program->arena, ImpStm);
  *copy = *stm;
  copy->as.loop = imp_copy_for(&copier, stm->as.loop);
  copy->as.loop->first = first;
  copy->as.loop->last = last;
  vec_push(splitter->program->arena, out, copy);
}

static void split_loop(Splitter *splitter, const ImpStm *stm, ImpStms *out) {
  ImpProgram *program = splitter->program;
  ImpBuilder builder = {.program = program, .stms = out, .span = stm->span};
  bool is_before = is_index(splitter, splitter->test->as.op.args[0]);
  ImpVar *at = imp_let(&builder, intern_str(program->names, "at"), place_of(splitter));
  ImpExp *place = imp_use(program, at);
  write_part(splitter, stm, stm->as.loop->first, place, is_before, out);
  write_part(splitter, stm, place, stm->as.loop->last, !is_before, out);
}

static void split_stms(void *context, ImpStms *stms) {
  Splitter *splitter = context;
  ImpStms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    if (is_splittable(splitter, stms->data[i])) {
      split_loop(splitter, stms->data[i], &out);
      continue;
    }
    imp_each_body(stms->data[i], split_stms, splitter);
    vec_push(splitter->program->arena, &out, stms->data[i]);
  }
  *stms = out;
}

void imp_split(ImpProgram *program) {
  Arena *arena = arena_new();
  for (size_t i = 0; i < program->funs.count; i++) {
    Splitter splitter = {.program = program, .arena = arena, .values = map_new(arena)};
    imp_note_values(splitter.values, &program->funs.data[i]->body);
    split_stms(&splitter, &program->funs.data[i]->body);
  }
  arena_free(arena);
}
