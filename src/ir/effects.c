#include "ir/effects.h"

#include <string.h>

#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/walk.h"

// What a function, or a statement, does to the world outside.
typedef enum Acting { ACTS_NOT, ACTS_TRACING, ACTS_IN_ORDER } Acting;

typedef struct Threading {
  Program *program;
  Diag *diag;
  const EffectWords *words;
  Arena *scratch;
  Map *actings;    // Fun -> Acting, as a number
  Map *always;     // Fun -> itself, if it acts in order whenever it is called
  Map *inner;      // Fun -> its copy that points call; a copy -> itself
  Var **tokens;    // of globals that act, by number
  bool is_in_par;  // nothing is in order
  bool is_perhaps; // in a par, where only some points may get
  bool has_failed;
  Span reported; // of the last error
} Threading;

// ---- What acts ----

static Acting fun_acting(const Threading *threading, const Fun *fun) {
  return (Acting)(uintptr_t)map_get(threading->actings, map_key(fun));
}

// What does nothing, but must be reached, hands on the token like a trace.
static Acting stm_acting(const Threading *threading, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_OPAQUE) return stm_has(stm, ATTR_NEEDED) ? ACTS_TRACING : ACTS_NOT;
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

// ---- What points call ----

// Do the statements act in order whatever conditions hold? A loop that counts is taken to have
// iterations.
static bool always_acts(const Threading *threading, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR) {
      const Par *par = exp->as.par;
      if (always_acts(threading, &par->body.stms) || always_acts(threading, &par->epilogue.stms))
        return true;
    } else if (exp->op == OP_LOOP) {
      const Loop *loop = exp->as.loop;
      if (loop->index != NULL && always_acts(threading, &loop->body->stms)) return true;
    } else if (exp->op == OP_CALL) {
      if (map_get(threading->always, map_key(exp->as.callee)) != NULL) return true;
    } else if (stm_acting(threading, stms->data[i]) == ACTS_IN_ORDER) {
      return true;
    }
  }
  return false;
}

static void find_always(Threading *threading) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < threading->program->funs.count; i++) {
      Fun *fun = threading->program->funs.data[i];
      if (map_get(threading->always, map_key(fun)) != NULL ||
          !always_acts(threading, &fun->body->stms))
        continue;
      map_put(threading->always, map_key(fun), fun);
      has_changed = true;
    }
  }
}

typedef struct Redirection {
  Threading *threading;
  size_t depth; // of pars
} Redirection;

static Fun *inner_fun(Threading *threading, Fun *fun) {
  Fun *inner = map_get(threading->inner, map_key(fun));
  if (inner != NULL) return inner;
  inner = fun_copy(threading->program, fun);
  map_put(threading->inner, map_key(fun), inner);
  map_put(threading->inner, map_key(inner), inner);
  map_put(threading->actings, map_key(inner), (void *)(uintptr_t)fun_acting(threading, fun));
  if (map_get(threading->always, map_key(fun)) != NULL)
    map_put(threading->always, map_key(inner), inner);
  vec_push(threading->program->arena, &threading->program->funs, inner);
  return inner;
}

static bool enter_call(Walker *walker, Stm *stm) {
  Redirection *redirection = walker->context;
  Exp *exp = stm->exp;
  if (exp->op == OP_PAR) redirection->depth++;
  if (redirection->depth > 0 && exp->op == OP_CALL &&
      fun_acting(redirection->threading, exp->as.callee) == ACTS_IN_ORDER)
    exp->as.callee = inner_fun(redirection->threading, exp->as.callee);
  return true;
}

static void leave_call(Walker *walker, Stm *stm) {
  Redirection *redirection = walker->context;
  if (stm->exp->op == OP_PAR) redirection->depth--;
}

// Points call copies of the functions that act in order, which fail instead.
static void copy_inner(Threading *threading) {
  Program *program = threading->program;
  Redirection redirection = {.threading = threading};
  Walker walker = {.context = &redirection, .enter = enter_call, .leave = leave_call};
  for (size_t i = 0; i < program->globals.count; i++)
    walk_body(&walker, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    redirection.depth = map_get(threading->inner, map_key(fun)) == fun ? 1 : 0;
    walk_body(&walker, fun->body);
  }
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

// A new variable of the pattern, in this place.
static Atom stm_token(Threading *threading, Stm *stm, size_t at) {
  Var *token = token_new(threading, stm->span);
  vars_insert(threading->program, &stm->vars, &stm->var_count, at, token);
  return atom_var(token);
}

// ---- Threading ----

// Appends the statements, which may become more, and gives the last token.
static Atom thread_stms(Threading *threading, const Stms *stms, Atom token, Stms *out);

static Atom thread_list(Threading *threading, Stms *stms, Atom token) {
  Stms threaded = {0};
  token = thread_stms(threading, stms, token, &threaded);
  *stms = threaded;
  return token;
}

// The last token is a result, the one of this number.
static void thread_body(Threading *threading, Body *body, Atom token, size_t at) {
  token = thread_list(threading, &body->stms, token);
  atoms_insert(threading->program, &body->results, &body->result_count, at, token);
}

static void refuse(Threading *threading, Span span, const char *where) {
  diag_error(threading->diag, threading->words->elsewhere, span,
             "a trace in %s is not supported yet", where);
  threading->has_failed = true;
}

static Atom thread_branches(Threading *threading, Stm *stm, Atom token) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++)
    thread_body(threading, branches->bodies[i], token, 0);
  return stm_token(threading, stm, 0);
}

// ---- Loops ----

// The condition, where the parameters of the loop have these values; its statements are appended.
static Atom condition_at(Program *program, const Loop *loop, const Atom *values, Stms *stms) {
  // By way of other names: values may be parameters, of which a round makes others.
  Subst *names = subst_new(program), *given = subst_new(program);
  for (size_t i = 0; i < loop->param_count; i++) {
    Var *name = var_like(program, loop->params[i], loop->params[i]->type);
    subst_add(names, loop->params[i], atom_var(name));
    subst_add(given, name, values[i]);
  }
  const Body *body = subst_body(given, rename_body(program, loop->condition, names));
  vec_append(program->arena, stms, body->stms.data, body->stms.count);
  return body->results[0];
}

// A condition that acts is computed in front of the loop and at the end of each iteration, and the
// loop asks what it was. What is computed in front is appended to `before`.
static void rotate_loop(Threading *threading, Stm *stm, Stms *before) {
  Program *program = threading->program;
  Exp *exp = stm->exp;
  Loop *loop = exp->as.loop;
  const Type *type = type_scalar(SCALAR_BOOL);
  Var *inside = var_new(program, "again", type, stm->span);
  Atom first = condition_at(program, loop, exp->args, before);
  Atom next = condition_at(program, loop, loop->body->results, &loop->body->stms);
  atoms_insert(program, &loop->body->results, &loop->body->result_count, 0, next);
  vars_insert(program, &loop->params, &loop->param_count, 0, inside);
  atoms_insert(program, &exp->args, &exp->arg_count, 0, first);
  vars_insert(program, &stm->vars, &stm->var_count, 0, var_new(program, "again", type, stm->span));
  Atom again = atom_var(inside);
  loop->condition = body_new(program, (Stms){0}, &again, 1);
}

static Atom thread_loop(Threading *threading, Stm *stm, Atom token, Stms *out) {
  Program *program = threading->program;
  Exp *exp = stm->exp;
  Loop *loop = exp->as.loop;
  if (loop->condition != NULL && inside_body(threading, loop->condition) != ACTS_NOT) {
    Stms before = {0};
    rotate_loop(threading, stm, &before);
    token = thread_stms(threading, &before, token, out);
  }
  Var *inside = token_new(threading, stm->span);
  vars_insert(program, &loop->params, &loop->param_count, 0, inside);
  atoms_insert(program, &exp->args, &exp->arg_count, 0, token);
  thread_body(threading, loop->body, atom_var(inside), 0);
  return stm_token(threading, stm, 0);
}

// ---- Operators ----

static bool lambda_acts(const Threading *threading, const Lambda *lambda) {
  return lambda != NULL && inside_body(threading, lambda->body) != ACTS_NOT;
}

// One more component: an application begins with the larger of two tokens and gives the next.
//
//   (a, b => { .. in (c) }; e) x
//     becomes
//   (a, v, b, w => { t = smax v, w .. in (c, u) }; e, token) (x, last)
static void thread_operator(Threading *threading, Output *output, Atom token, Atom last) {
  Program *program = threading->program;
  Lambda *op = output->op;
  size_t width = output->value_count, neutral_count = width;
  Var *left = token_new(threading, output->span), *right = token_new(threading, output->span);
  vars_insert(program, &op->params, &op->param_count, width, left);
  vars_insert(program, &op->params, &op->param_count, op->param_count, right);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, output->span);
  Atom first = build_binary(&builder, "token", OP_SMAX, atom_var(left), atom_var(right));
  Atom end = thread_stms(threading, &op->body->stms, first, &stms);
  op->body->stms = stms;
  atoms_insert(program, &op->body->results, &op->body->result_count, width, end);
  atoms_insert(program, &output->neutral, &neutral_count, width, token);
  atoms_insert(program, &output->values, &output->value_count, width, last);
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

// ---- Pars ----

// A par on its way, and what is after it.
typedef struct Points {
  Stm *stm;
  Atom outside;      // the token from outside
  Vec(Atom) results; // tokens, and
  Vec(Var *) arrays; // arrays of tokens, that the par gives
} Points;

// One more output. What all points give is reduced to the largest; a par without dimensions, which
// has only one point, gives what that has.
static void add_last(Threading *threading, Points *points, Thunk *thunk, Atom last) {
  Program *program = threading->program;
  Span span = points->stm->span;
  Output *outputs = arena_array(program->arena, Output, thunk->output_count + 1);
  for (size_t i = 0; i < thunk->output_count; i++)
    outputs[i] = thunk->outputs[i];
  Output *output = &outputs[thunk->output_count++];
  *output = (Output){.mode = MODE_MAP, .value_count = 1, .span = span};
  output->values = arena_array(program->arena, Atom, 1);
  output->values[0] = last;
  thunk->outputs = outputs;
  if (points->stm->exp->as.par->rank > 0) {
    output->mode = MODE_REDUCE;
    output->is_commutative = true;
    output->op = largest(program, span);
    output->neutral = arena_array(program->arena, Atom, 1);
    output->neutral[0] = atom_i64(INT64_MIN); // the same at all points, if the par is inside one
  }
  Atom token = stm_token(threading, points->stm, points->stm->var_count);
  vec_push(program->arena, &points->results, token);
}

// The tokens of a scan, as the epilogue sees them, or as a result of the par.
static Atom add_scanned(Threading *threading, Points *points, size_t scanned, size_t place) {
  Program *program = threading->program;
  Stm *stm = points->stm;
  Par *par = stm->exp->as.par;
  if (par->has_epilogue) {
    Var *token = token_new(threading, stm->span);
    vars_insert(program, &par->scan_params, &par->scan_param_count, scanned, token);
    return atom_var(token);
  }
  const Type *type = type_array(program, SCALAR_I64, 1, par->space);
  Var *tokens = var_new(program, "tokens", type, stm->span);
  vars_insert(program, &stm->vars, &stm->var_count, place, tokens);
  vec_push(program->arena, &points->arrays, tokens);
  return atom_var(tokens);
}

// Threads the operators of a thunk, whose points have ended with the token `last`. `first` is the
// place of its first result. The token to go on with is appended to `stms`.
static Atom thread_operators(Threading *threading, Points *points, Thunk *thunk, size_t first,
                             Atom last, Stms *stms) {
  Par *par = points->stm->exp->as.par;
  size_t scanned = 0;
  Builder builder = builder_new(threading->program, stms, points->stm->span);
  Atom on = last;
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    size_t width = output->value_count;
    bool is_acting = lambda_acts(threading, output->op);
    if (is_acting && mode_has(output->mode, TRAIT_ADDS)) {
      refuse(threading, output->span, "an operator that combines into an array");
      is_acting = false;
    }
    if (is_acting) thread_operator(threading, output, points->outside, last);
    if (is_acting && mode_has(output->mode, TRAIT_TOTAL)) {
      Atom token = stm_token(threading, points->stm, first + width);
      vec_push(threading->program->arena, &points->results, token);
    } else if (is_acting) {
      Atom token = add_scanned(threading, points, scanned + width, first + width);
      if (par->has_epilogue) on = build_binary(&builder, "token", OP_SMAX, on, token);
    }
    first += par_result_count(par, output);
    if (mode_has(output->mode, TRAIT_RUNNING)) scanned += output->value_count;
  }
  return on;
}

// The largest of an array of tokens.
static Atom largest_of(Threading *threading, Var *tokens, Atom token, Builder *builder) {
  Program *program = threading->program;
  Par *par = par_new(program, PAR_ANY, tokens->type->dims, 1, "i", builder->span);
  Builder inside = builder_new(program, &par->body.stms, builder->span);
  Atom index = atom_var(par->indices[0]);
  Atom value = atom_var(build_index(&inside, "token", tokens, &index, 1));
  par->body.output_count = 1;
  Output *output = par->body.outputs = arena_array(program->arena, Output, 1);
  *output = (Output){
      .mode = MODE_REDUCE, .is_commutative = true, .value_count = 1, .span = builder->span};
  output->op = largest(program, builder->span);
  output->neutral = arena_array(program->arena, Atom, 1);
  output->neutral[0] = token;
  output->values = arena_array(program->arena, Atom, 1);
  output->values[0] = value;
  return atom_var(build_let(builder, "token", exp_par(program, par)));
}

// The token after a par: the largest of all that it gives.
static Atom token_behind(Threading *threading, const Points *points, Stms *out) {
  Builder builder = builder_new(threading->program, out, points->stm->span);
  Atom token = points->outside;
  for (size_t i = 0; i < points->results.count; i++)
    token = build_binary(&builder, "token", OP_SMAX, token, points->results.data[i]);
  for (size_t i = 0; i < points->arrays.count; i++)
    token = largest_of(threading, points->arrays.data[i], token, &builder);
  return token;
}

// What a point begins with. It is different at each point, so that what has effects is never the
// same at all points, and then done only once.
static Atom first_of_point(Threading *threading, const Par *par, Atom token, Span span,
                           Stms *stms) {
  if (par->rank == 0) return token;
  Builder builder = builder_new(threading->program, stms, span);
  return build_binary(&builder, "token", OP_ADD, token, atom_var(par->indices[0]));
}

static Atom thread_par(Threading *threading, Stm *stm, Atom token, Stms *out) {
  Par *par = stm->exp->as.par;
  if (par->rank > 1) INTERNAL_ERROR("a par of %zu dimensions has effects", par->rank);
  Points points = {.stm = stm, .outside = token};
  bool is_inner = threading->is_in_par;
  threading->is_in_par = true;
  Stms stms = {0}, onward = {0};
  Atom first = first_of_point(threading, par, token, stm->span, &stms);
  Atom last = thread_stms(threading, &par->body.stms, first, &stms);
  par->body.stms = stms;
  Atom on = thread_operators(threading, &points, &par->body, 0, last, &onward);
  if (par->has_epilogue) {
    size_t first = 0;
    for (size_t i = 0; i < par->body.output_count; i++)
      first += par_result_count(par, &par->body.outputs[i]);
    on = thread_stms(threading, &par->epilogue.stms, on, &onward);
    thread_operators(threading, &points, &par->epilogue, first, on, &onward);
    par->epilogue.stms = onward;
  }
  if (!atom_equal(on, first))
    add_last(threading, &points, par->has_epilogue ? &par->epilogue : &par->body, on);
  threading->is_in_par = is_inner;
  vec_push(threading->program->arena, out, stm);
  return token_behind(threading, &points, out);
}

static Atom thread_with_acc(Threading *threading, Stm *stm, Atom token) {
  WithAcc *with_acc = stm->exp->as.with_acc;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    if (lambda_acts(threading, with_acc->accs[i].op))
      refuse(threading, stm->span, "an operator that combines into an array");
  thread_body(threading, with_acc->body, token, with_acc->body->result_count);
  return stm_token(threading, stm, stm->var_count);
}

static const char *act_words(EffectKind kind) {
  switch (kind) {
  case EFFECT_PRINT:
  case EFFECT_LINE:
  case EFFECT_SHOW:
  case EFFECT_TRACE: return "prints";
  case EFFECT_FORMAT:
  case EFFECT_FIXED: return "makes a text of an array";
  case EFFECT_NOTATE: return "makes a text of a value";
  case EFFECT_PARSE: return "reads a value";
  case EFFECT_CLOCK: return "reads the clock";
  case EFFECT_OPEN:
  case EFFECT_CLOSE:
  case EFFECT_WRITE:
  case EFFECT_READ:
  case EFFECT_LOAD:
  case EFFECT_SAVE: return "uses a file";
  case EFFECT_ASK: return "asks for a variable of the environment";
  case EFFECT_FAIL: return "ends the program";
  case EFFECT_COUNT: break;
  }
  INTERNAL_ERROR("an effect of no kind");
}

static const char *disorder_words(const Threading *threading, EffectKind kind) {
  const EffectWords *words = threading->words;
  return arena_printf(threading->scratch, "%sthis %s, and the points of %s have no order",
                      words->title != NULL ? words->title : "", act_words(kind), words->par);
}

static void report_call(Threading *threading, const Fun *fun, Span span) {
  const EffectWords *words = threading->words;
  bool is_lambda =
      words->lambda != NULL && strncmp(fun->name, words->lambda, strlen(words->lambda)) == 0;
  diag_error(threading->diag, words->in_par, span,
             "%s%s acts on the world outside, and the points of %s have no order",
             words->title != NULL ? words->title : "",
             is_lambda ? "this function" : arena_printf(threading->scratch, "`%s`", fun->name),
             words->par);
  diag_note(threading->diag, fun->span, "it is here");
}

static void report_disorder(Threading *threading, const Stm *stm) {
  const Exp *exp = stm->exp;
  threading->has_failed = true;
  // What a function of the library does in several steps is one thing to the user.
  bool is_again = exp->op == OP_RECEIVE || (threading->reported.file == stm->span.file &&
                                            threading->reported.start == stm->span.start);
  if (is_again) return;
  threading->reported = stm->span;
  if (exp->op == OP_CALL)
    report_call(threading, exp->as.callee, stm->span);
  else
    diag_error(threading->diag, threading->words->in_par, stm->span, "%s",
               disorder_words(threading, exp->as.effect.kind));
  diag_hint(threading->diag, "%s", threading->words->instead);
}

// What stands for a text where nothing was received.
static Exp *no_text(Threading *threading, Var *text) {
  Program *program = threading->program;
  Par *par = par_new(program, PAR_ANY, text->type->dims, 1, "i", text->span);
  Atom zero = atom_constant(constant_int(SCALAR_I8, 0));
  thunk_give_maps(program, &par->body, &zero, 1, text->span);
  return exp_par(program, par);
}

// Instead of an effect: the program fails when a point gets here. The token depends on that.
static Atom fail_instead(Threading *threading, const Stm *stm, Atom token, Stms *out) {
  Program *program = threading->program;
  Builder builder = builder_new(program, out, stm->span);
  if (stm->exp->op == OP_RECEIVE) {
    build_stm(&builder, no_text(threading, stm->vars[0]), &stm->vars[0], 1);
    build_stm(&builder, exp_new(program, OP_OPAQUE, &token, 1), &stm->vars[1], 1);
    return atom_var(stm->vars[1]);
  }
  Name message = intern_str(program->names, disorder_words(threading, stm->exp->as.effect.kind));
  Var *cert = build_let(&builder, "check", exp_assert(program, atom_bool(false), message, NULL, 0));
  builder.certs = &cert;
  builder.cert_count = 1;
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom value = i == 0 ? token : atom_i64(0);
    build_stm(&builder, exp_new(program, OP_OPAQUE, &value, 1), &stm->vars[i], 1);
  }
  return atom_var(stm->vars[0]);
}

// Is it an effect that must not be here, because every point reaches it?
static bool is_disorder(const Threading *threading, const Stm *stm) {
  if (!threading->is_in_par || threading->is_perhaps || stm_acting(threading, stm) != ACTS_IN_ORDER)
    return false;
  return stm->exp->op != OP_CALL ||
         map_get(threading->always, map_key(stm->exp->as.callee)) != NULL;
}

// A branch or loop. Some points may not reach what depends on a condition.
static Atom thread_perhaps(Threading *threading, Stm *stm, Atom token, Stms *out) {
  bool is_perhaps = threading->is_perhaps, is_loop = stm->exp->op == OP_LOOP;
  bool is_counted = is_loop && stm->exp->as.loop->index != NULL;
  threading->is_perhaps = is_perhaps || (threading->is_in_par && !is_counted);
  token =
      is_loop ? thread_loop(threading, stm, token, out) : thread_branches(threading, stm, token);
  threading->is_perhaps = is_perhaps;
  return token;
}

// Appends the statement, and perhaps others around it.
static Atom thread_stm(Threading *threading, Stm *stm, Atom token, Stms *out) {
  Arena *arena = threading->program->arena;
  Exp *exp = stm->exp;
  bool is_acting = op_has(exp->op, FLAG_BODIES) && inside_stm(threading, stm) != ACTS_NOT;
  bool is_effect = exp->op == OP_EFFECT || exp->op == OP_RECEIVE ||
                   (exp->op == OP_OPAQUE && stm_has(stm, ATTR_NEEDED));
  if (is_acting && exp->op == OP_PAR) return thread_par(threading, stm, token, out);
  if (is_acting && exp->op == OP_WITH_ACC)
    token = thread_with_acc(threading, stm, token);
  else if (is_acting)
    token = thread_perhaps(threading, stm, token, out);
  else if (is_disorder(threading, stm))
    report_disorder(threading, stm);
  else if (is_effect && threading->is_in_par && stm_acting(threading, stm) == ACTS_IN_ORDER)
    return fail_instead(threading, stm, token, out);
  else if (is_effect) {
    exp->args[0] = token;
    token = atom_var(stm->vars[exp->op == OP_RECEIVE ? 1 : 0]);
  } else if (exp->op == OP_CALL && fun_acting(threading, exp->as.callee) != ACTS_NOT) {
    atoms_insert(threading->program, &exp->args, &exp->arg_count, exp->arg_count, token);
    token = stm_token(threading, stm, 0);
  }
  vec_push(arena, out, stm);
  return token;
}

static Atom thread_stms(Threading *threading, const Stms *stms, Atom token, Stms *out) {
  for (size_t i = 0; i < stms->count; i++)
    token = thread_stm(threading, stms->data[i], token, out);
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

// An entry point begins with the tokens of the globals that it needs and that act, so that it needs
// them whatever becomes of their values. False if there is nothing to thread.
static bool entry_token(Threading *threading, Fun *fun, Atom *token) {
  Program *program = threading->program;
  const bool *is_needed = globals_needed(threading->scratch, program, fun);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, fun->span);
  *token = atom_i64(0);
  for (size_t i = 0; i < program->globals.count; i++) {
    Var *other = threading->tokens[i];
    if (!is_needed[i] || other == NULL) continue;
    *token = token->var == NULL ? atom_var(other)
                                : build_binary(&builder, "token", OP_SMAX, *token, atom_var(other));
  }
  vec_append(program->arena, &stms, fun->body->stms.data, fun->body->stms.count);
  fun->body->stms = stms;
  return token->var != NULL || fun_acting(threading, fun) != ACTS_NOT;
}

static void thread_fun(Threading *threading, Fun *fun) {
  Atom first;
  if (fun->entry != NULL) {
    if (!entry_token(threading, fun, &first)) return;
  } else {
    if (fun_acting(threading, fun) == ACTS_NOT) return;
    Var *param = token_new(threading, fun->span);
    params_append(threading->program, fun, param);
    first = atom_var(param);
  }
  threading->is_in_par = threading->is_perhaps = map_get(threading->inner, map_key(fun)) == fun;
  thread_body(threading, fun->body, first, 0);
  threading->is_in_par = threading->is_perhaps = false;
  results_insert(threading->program, fun, token_new(threading, fun->span));
}

static void thread_global(Threading *threading, size_t number) {
  Global *global = threading->program->globals.data[number];
  if (inside_body(threading, global->body) == ACTS_NOT) return;
  thread_body(threading, global->body, atom_i64(0), 0);
  Var *token = threading->tokens[number] = token_new(threading, global->span);
  vars_insert(threading->program, &global->vars, &global->var_count, 0, token);
}

bool program_thread_effects(Program *program, Diag *diag, const EffectWords *words) {
  Arena *scratch = arena_new();
  Threading threading = {.program = program,
                         .diag = diag,
                         .words = words,
                         .scratch = scratch,
                         .actings = map_new(scratch),
                         .always = map_new(scratch),
                         .inner = map_new(scratch),
                         .tokens = arena_array(scratch, Var *, program->globals.count + 1)};
  if (find_acting(&threading)) {
    find_always(&threading);
    copy_inner(&threading);
    for (size_t i = 0; i < program->globals.count; i++)
      thread_global(&threading, i);
    for (size_t i = 0; i < program->funs.count; i++)
      thread_fun(&threading, program->funs.data[i]);
  }
  arena_free(scratch);
  return !threading.has_failed;
}
