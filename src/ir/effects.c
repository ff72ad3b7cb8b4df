#include "ir/effects.h"

#include "ir/build.h"
#include "ir/walk.h"

// What a function, or a statement, does to the world outside.
typedef enum Acting { ACTS_NOT, ACTS_TRACING, ACTS_IN_ORDER } Acting;

typedef struct Threading {
  Program *program;
  Diag *diag;
  const EffectWords *words;
  Map *actings;   // Fun -> Acting, as a number
  bool is_in_par; // nothing is in order
  bool has_failed;
} Threading;

// ---- Who acts ----

static Acting fun_acting(const Threading *threading, const Fun *fun) {
  return (Acting)(uintptr_t)map_get(threading->actings, map_key(fun));
}

static Acting stm_acting(const Threading *threading, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_RECEIVE) return ACTS_IN_ORDER;
  if (exp->op == OP_EFFECT)
    return exp->as.effect.kind == EFFECT_TRACE ? ACTS_TRACING : ACTS_IN_ORDER;
  return exp->op == OP_CALL ? fun_acting(threading, exp->as.callee) : ACTS_NOT;
}

typedef struct Survey {
  const Threading *threading;
  Acting acting;
} Survey;

static void survey_stm(Walker *walker, Stm *stm) {
  Survey *survey = walker->context;
  Acting acting = stm_acting(survey->threading, stm);
  if (acting > survey->acting) survey->acting = acting;
}

static Acting inside_stm(const Threading *threading, Stm *stm) {
  Survey survey = {.threading = threading};
  Walker walker = {.context = &survey, .leave = survey_stm};
  walk_stm(&walker, stm);
  return survey.acting;
}

static Acting inside_body(const Threading *threading, const Body *body) {
  Survey survey = {.threading = threading};
  Walker walker = {.context = &survey, .leave = survey_stm};
  walk_body(&walker, body);
  return survey.acting;
}

// A function acts if one that it calls does.
static bool find_acting(Threading *threading) {
  bool has_any = false, has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (size_t i = 0; i < threading->program->funs.count; i++) {
      const Fun *fun = threading->program->funs.data[i];
      Acting acting = inside_body(threading, fun->body);
      if (acting == fun_acting(threading, fun)) continue;
      map_put(threading->actings, map_key(fun), (void *)(uintptr_t)acting);
      has_changed = has_any = true;
    }
  }
  for (size_t i = 0; i < threading->program->globals.count && !has_any; i++)
    has_any = inside_body(threading, threading->program->globals.data[i]->body) != ACTS_NOT;
  return has_any;
}

// ---- Making room for tokens ----

static Var *token_new(Threading *threading, Span span) {
  return var_new(threading->program, "token", type_scalar(SCALAR_I64), span);
}

static void atoms_insert(Program *program, Atom **atoms, size_t *count, size_t at, Atom atom) {
  Atom *list = arena_array(program->arena, Atom, *count + 1);
  for (size_t i = 0; i <= *count; i++)
    list[i] = i < at ? (*atoms)[i] : i == at ? atom : (*atoms)[i - 1];
  *atoms = list;
  (*count)++;
}

static void vars_insert(Program *program, Var ***vars, size_t *count, size_t at, Var *var) {
  Var **list = arena_array(program->arena, Var *, *count + 1);
  for (size_t i = 0; i <= *count; i++)
    list[i] = i < at ? (*vars)[i] : i == at ? var : (*vars)[i - 1];
  *vars = list;
  (*count)++;
}

// A new first variable of the pattern.
static Atom stm_token(Threading *threading, Stm *stm, size_t at) {
  Var *token = token_new(threading, stm->span);
  vars_insert(threading->program, &stm->vars, &stm->var_count, at, token);
  return atom_var(token);
}

// ---- Threading ----

static Atom thread_stms(Threading *threading, Stms *stms, Atom token);

// The last token is a result, the one of this number.
static void thread_body(Threading *threading, Body *body, Atom token, size_t at) {
  token = thread_stms(threading, &body->stms, token);
  atoms_insert(threading->program, &body->results, &body->result_count, at, token);
}

static void refuse(Threading *threading, Span span, const char *where) {
  diag_error(threading->diag, threading->words->elsewhere, span, "a trace in %s", where);
  threading->has_failed = true;
}

static Atom thread_branches(Threading *threading, Stm *stm, Atom token) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++)
    thread_body(threading, branches->bodies[i], token, 0);
  return stm_token(threading, stm, 0);
}

static Atom thread_loop(Threading *threading, Stm *stm, Atom token) {
  Program *program = threading->program;
  Exp *exp = stm->exp;
  Loop *loop = exp->as.loop;
  if (loop->condition != NULL && inside_body(threading, loop->condition) != ACTS_NOT)
    refuse(threading, stm->span, "the condition of a loop");
  Var *inside = token_new(threading, stm->span);
  vars_insert(program, &loop->params, &loop->param_count, 0, inside);
  atoms_insert(program, &exp->args, &exp->arg_count, 0, token);
  thread_body(threading, loop->body, atom_var(inside), 0);
  return stm_token(threading, stm, 0);
}

static Lambda *largest(Program *program, Span span) {
  Var *a = var_new(program, "a", type_scalar(SCALAR_I64), span);
  Var *b = var_new(program, "b", type_scalar(SCALAR_I64), span);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, span);
  Atom result = build_binary(&builder, "token", OP_SMAX, atom_var(a), atom_var(b));
  Var *params[2] = {a, b};
  return lambda_new(program, params, 2, body_new(program, stms, &result, 1));
}

// A number for each point is reduced to the largest: one more output.
static void add_reduction(Threading *threading, Par *par, Atom value, Atom neutral, Span span) {
  Program *program = threading->program;
  Thunk *thunk = &par->body;
  Output *outputs = arena_array(program->arena, Output, thunk->output_count + 1);
  for (size_t i = 0; i < thunk->output_count; i++)
    outputs[i] = thunk->outputs[i];
  Output *output = &outputs[thunk->output_count++];
  *output = (Output){.mode = MODE_REDUCE, .is_commutative = true, .value_count = 1, .span = span};
  output->op = largest(program, span);
  output->neutral = arena_array(program->arena, Atom, 1);
  output->neutral[0] = neutral;
  output->values = arena_array(program->arena, Atom, 1);
  output->values[0] = value;
  thunk->outputs = outputs;
}

static bool lambda_acts(const Threading *threading, const Lambda *lambda) {
  return lambda != NULL && inside_body(threading, lambda->body) != ACTS_NOT;
}

static void check_operators(Threading *threading, const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (lambda_acts(threading, par->body.outputs[i].op))
      refuse(threading, par->body.outputs[i].span, "an operator that combines elements");
}

static Atom thread_par(Threading *threading, Stm *stm, Atom token) {
  Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue) INTERNAL_ERROR("a par that no front end makes");
  check_operators(threading, par);
  bool is_inner = threading->is_in_par;
  threading->is_in_par = true;
  Atom last = thread_stms(threading, &par->body.stms, token);
  threading->is_in_par = is_inner;
  add_reduction(threading, par, last, token, stm->span);
  return stm_token(threading, stm, stm->var_count);
}

static Atom thread_with_acc(Threading *threading, Stm *stm, Atom token) {
  WithAcc *with_acc = stm->exp->as.with_acc;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    if (lambda_acts(threading, with_acc->accs[i].op))
      refuse(threading, stm->span, "an operator that combines elements");
  thread_body(threading, with_acc->body, token, with_acc->body->result_count);
  return stm_token(threading, stm, stm->var_count);
}

static void report_disorder(Threading *threading, const Stm *stm) {
  const EffectWords *words = threading->words;
  threading->has_failed = true;
  if (stm->exp->op == OP_CALL)
    diag_error(threading->diag, words->in_par, stm->span,
               "`%s` acts on the world outside, which has no order in %s",
               stm->exp->as.callee->name, words->par);
  else
    diag_error(threading->diag, words->in_par, stm->span,
               "this acts on the world outside, which has no order in %s", words->par);
}

static Atom thread_stm(Threading *threading, Stm *stm, Atom token) {
  Exp *exp = stm->exp;
  if (threading->is_in_par && stm_acting(threading, stm) == ACTS_IN_ORDER) {
    report_disorder(threading, stm);
    return token;
  }
  if (exp->op == OP_EFFECT || exp->op == OP_RECEIVE) {
    exp->args[0] = token;
    return atom_var(stm->vars[exp->op == OP_RECEIVE ? 1 : 0]);
  }
  if (exp->op == OP_CALL && fun_acting(threading, exp->as.callee) != ACTS_NOT) {
    atoms_insert(threading->program, &exp->args, &exp->arg_count, exp->arg_count, token);
    return stm_token(threading, stm, 0);
  }
  if (!op_has(exp->op, FLAG_BODIES) || inside_stm(threading, stm) == ACTS_NOT) return token;
  if (exp->op == OP_LOOP) return thread_loop(threading, stm, token);
  if (exp->op == OP_PAR) return thread_par(threading, stm, token);
  if (exp->op == OP_WITH_ACC) return thread_with_acc(threading, stm, token);
  return thread_branches(threading, stm, token);
}

static Atom thread_stms(Threading *threading, Stms *stms, Atom token) {
  for (size_t i = 0; i < stms->count; i++)
    token = thread_stm(threading, stms->data[i], token);
  return token;
}

// ---- Functions ----

static void results_insert(Program *program, Fun *fun, Var *token) {
  Result *results = arena_array(program->arena, Result, fun->result_count + 1);
  results[0] = (Result){.var = token};
  for (size_t i = 0; i < fun->result_count; i++)
    results[i + 1] = fun->results[i];
  fun->results = results;
  fun->result_count++;
  fun->result_size_count++;
}

// Parameters are known by their positions, so the token comes last.
static void params_append(Program *program, Fun *fun, Var *token) {
  Param *params = arena_array(program->arena, Param, fun->param_count + 1);
  for (size_t i = 0; i < fun->param_count; i++)
    params[i] = fun->params[i];
  params[fun->param_count++] = (Param){.var = token};
  fun->params = params;
}

static void thread_fun(Threading *threading, Fun *fun) {
  if (fun_acting(threading, fun) == ACTS_NOT) return;
  Atom first = atom_i64(0);
  if (fun->entry == NULL) {
    Var *param = token_new(threading, fun->span);
    params_append(threading->program, fun, param);
    first = atom_var(param);
  }
  thread_body(threading, fun->body, first, 0);
  results_insert(threading->program, fun, token_new(threading, fun->span));
}

static void thread_global(Threading *threading, Global *global) {
  if (inside_body(threading, global->body) == ACTS_NOT) return;
  thread_body(threading, global->body, atom_i64(0), 0);
  vars_insert(threading->program, &global->vars, &global->var_count, 0,
              token_new(threading, global->span));
}

bool program_thread_effects(Program *program, Diag *diag, const EffectWords *words) {
  Arena *scratch = arena_new();
  Threading threading = {
      .program = program, .diag = diag, .words = words, .actings = map_new(scratch)};
  if (find_acting(&threading)) {
    for (size_t i = 0; i < program->globals.count; i++)
      thread_global(&threading, program->globals.data[i]);
    for (size_t i = 0; i < program->funs.count; i++)
      thread_fun(&threading, program->funs.data[i]);
  }
  arena_free(scratch);
  return !threading.has_failed;
}
