// Removal of what the results do not need: whole statements, and the results of branches, loops,
// pars and with_accs together with what only they need.
//
//   let (s, t) = loop (x = 0, y = 0) for i < n do {        let s = loop (x = 0) for i < n do {
//     let x2 = add x, i                                =>    let x2 = add x, i
//     let y2 = add y, x                                      in (x2)
//     in (x2, y2)                                          }
//   }                                                      in (s)
//   in (s)
//
// Marking starts at the results and follows each variable to what binds it, once, so it takes
// linear time however deep the nesting is. A variable is live when it is used by something live. A
// result of a branch makes the branches' results live; a loop's parameter its initial value, the
// body's result and the loop's result; an output of a par all that the output takes. Sweeping then
// keeps what is live.
#include "core/facts.h"
#include "core/simplify.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// A statement and the one in whose bodies it stands.
typedef struct SimplifySite SimplifySite;
struct SimplifySite {
  Stm *stm;
  SimplifySite *parent;
  bool is_live;
};

typedef enum BindKind {
  BIND_NONE,       // always there: parameters of functions and operators, indices
  BIND_PATTERN,    // by the site's statement
  BIND_LOOP_PARAM, // of the site's loop
  BIND_SCAN_PARAM, // of the site's par
  BIND_INPUT       // consumed or threaded by the site's par; `outside` is what it is there
} BindKind;

typedef struct SimplifyBinding {
  BindKind kind;
  uint32_t position;
  uint32_t live_round; // it is live when this is the current round
  SimplifySite *site;
  Var *outside;
} SimplifyBinding;

struct Dead {
  Program *program;
  Arena *arena;
  SimplifyBinding *bindings; // by Var.index
  size_t capacity;
  Vec(Var *) work;             // live variables whose bindings are to be followed
  Vec(SimplifySite *) checked; // those whose statements need certificates
  Vec(SimplifySite *) asserts; // those that were for a size before, or that always fail
  uint32_t round;
  bool has_changed;
};

// ---- Where variables are bound ----

static SimplifyBinding *binding_of(const Dead *dead, const Var *var) {
  return &dead->bindings[var->index];
}

static void bind_all(Dead *dead, Var *const *vars, size_t count, BindKind kind,
                     SimplifySite *site) {
  for (size_t i = 0; i < count; i++) {
    *binding_of(dead, vars[i]) =
        (SimplifyBinding){.kind = kind, .site = site, .position = (uint32_t)i};
  }
}

static void bind_inputs(Dead *dead, const ParInput *inputs, size_t count, SimplifySite *site) {
  for (size_t i = 0; i < count; i++) {
    *binding_of(dead, inputs[i].inside) =
        (SimplifyBinding){.kind = BIND_INPUT, .site = site, .outside = inputs[i].outside};
  }
}

static void find_stms(Dead *dead, const Stms *stms, SimplifySite *parent);

static void find_operators(Dead *dead, const Thunk *thunk, SimplifySite *site) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (thunk->outputs[i].op) find_stms(dead, &thunk->outputs[i].op->body->stms, site);
  }
}

static void find_par(Dead *dead, const Par *par, SimplifySite *site) {
  find_operators(dead, &par->body, site);
  find_operators(dead, &par->epilogue, site);
  bind_inputs(dead, par->consumed, par->consumed_count, site);
  bind_inputs(dead, par->accs, par->acc_count, site);
  bind_all(dead, par->scan_params, par->scan_param_count, BIND_SCAN_PARAM, site);
  find_stms(dead, &par->body.stms, site);
  find_stms(dead, &par->epilogue.stms, site);
}

static void find_with_acc(Dead *dead, const WithAcc *with_acc, SimplifySite *site) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    if (with_acc->accs[i].op) find_stms(dead, &with_acc->accs[i].op->body->stms, site);
  }
  find_stms(dead, &with_acc->body->stms, site);
}

static bool always_fails(const Exp *exp) {
  return exp->op == OP_ASSERT && !exp->args[0].var && !exp->args[0].constant.value.b;
}

// At Mem nothing needs the checks of lengths in a descriptor: all that uses it hangs on them.
static bool is_kept_check(const Dead *dead, const Exp *exp) {
  return dead->program->level == LEVEL_MEM && exp->op == OP_ASSERT;
}

static void find_stm(Dead *dead, Stm *stm, SimplifySite *parent) {
  SimplifySite *site = arena_make(dead->arena, SimplifySite);
  site->stm = stm;
  site->parent = parent;
  bind_all(dead, stm->vars, stm->var_count, BIND_PATTERN, site);
  const Exp *exp = stm->exp;
  if (stm_has(stm, ATTR_SIZE) || always_fails(exp) || is_kept_check(dead, exp))
    vec_push(dead->arena, &dead->asserts, site);
  if (stm->cert_count > 0 && !stm_has(stm, ATTR_RENAMED))
    vec_push(dead->arena, &dead->checked, site);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      find_stms(dead, &exp->as.branches.bodies[i]->stms, site);
  } else if (exp->op == OP_LOOP) {
    const Loop *loop = exp->as.loop;
    bind_all(dead, loop->params, loop->param_count, BIND_LOOP_PARAM, site);
    if (loop->condition) find_stms(dead, &loop->condition->stms, site);
    find_stms(dead, &loop->body->stms, site);
  } else if (exp->op == OP_PAR) {
    find_par(dead, exp->as.par, site);
  } else if (exp->op == OP_WITH_ACC) {
    find_with_acc(dead, exp->as.with_acc, site);
  }
}

static void find_stms(Dead *dead, const Stms *stms, SimplifySite *parent) {
  for (size_t i = 0; i < stms->count; i++)
    find_stm(dead, stms->data[i], parent);
}

// ---- Marking ----

static void mark(Dead *dead, Var *var) {
  SimplifyBinding *binding = binding_of(dead, var);
  if (binding->live_round == dead->round) return;
  binding->live_round = dead->round;
  vec_push(dead->arena, &dead->work, var);
}

static bool is_live(const Dead *dead, const Var *var) {
  return binding_of(dead, var)->live_round == dead->round;
}

static void mark_use(Walker *walker, Var *var) { mark(walker->context, var); }

static void mark_atoms(Dead *dead, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (atoms[i].var) mark(dead, atoms[i].var);
  }
}

static void mark_vars(Dead *dead, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    mark(dead, vars[i]);
}

static void mark_type(Dead *dead, const Type *type) {
  Walker walker = {.context = dead, .use = mark_use};
  walk_type(&walker, type);
}

static void mark_operator(Dead *dead, const Lambda *op) {
  if (!op) return;
  mark_vars(dead, op->params, op->param_count);
  mark_atoms(dead, op->body->results, op->body->result_count);
}

// What the statement needs whichever of its results are live.
static void mark_site(Dead *dead, SimplifySite *site) {
  for (; site && !site->is_live; site = site->parent) {
    site->is_live = true;
    const Stm *stm = site->stm;
    const Exp *exp = stm->exp;
    mark_vars(dead, stm->certs, stm->cert_count);
    if (exp->op == OP_PAR) {
      const Par *par = exp->as.par;
      for (size_t i = 0; i < par->rank; i++) {
        if (par->space[i].var) mark(dead, par->space[i].var);
      }
      for (const Plan *plan = par->plan; plan && plan->otherwise; plan = plan->otherwise)
        mark_atoms(dead, &plan->condition, 1);
    } else if (exp->op == OP_LOOP) {
      const Loop *loop = exp->as.loop;
      if (loop->index) mark_atoms(dead, &exp->args[loop->param_count], 1);
      if (loop->condition) mark_atoms(dead, loop->condition->results, 1);
    } else {
      mark_atoms(dead, exp->args, exp->arg_count);
    }
    if (!op_has(exp->op, FLAG_BODIES)) mark_vars(dead, stm->vars, stm->var_count);
  }
}

static void mark_output(Dead *dead, const Output *output) {
  size_t count = output->value_count;
  mark_operator(dead, output->op);
  mark_atoms(dead, &output->selector, 1);
  mark_atoms(dead, output->indices, output->index_count);
  mark_atoms(dead, output->values, count);
  if (output->neutral) mark_atoms(dead, output->neutral, count);
  if (output->dests) mark_atoms(dead, output->dests, count);
}

// The blocks in front are those of results.
static void mark_par_result(Dead *dead, const Stm *stm, size_t position) {
  size_t first, blocks = par_block_count(stm);
  if (position < blocks) return;
  const Par *par = stm->exp->as.par;
  const Output *output = par_output_at(par, position - blocks, &first);
  mark_output(dead, output);
  mark_vars(dead, stm->vars + blocks + first, par_result_count(par, output));
}

// The scan whose results the epilogue knows by this parameter.
static void mark_scan_param(Dead *dead, const Par *par, size_t position) {
  size_t first = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_RUNNING)) continue;
    if (position < first + output->value_count) {
      mark_output(dead, output);
      mark_vars(dead, par->scan_params + first, output->value_count);
      return;
    }
    first += output->value_count;
  }
}

// The destinations of an accumulator are live together.
static void mark_with_acc_result(Dead *dead, const Stm *stm, size_t position) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  size_t first = 0;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    if (position < first + acc->dest_count) {
      mark(dead, acc->param);
      mark_atoms(dead, acc->dests, acc->dest_count);
      mark_operator(dead, acc->op);
      if (acc->neutral) mark_atoms(dead, acc->neutral, acc->dest_count);
      mark_atoms(dead, &with_acc->body->results[i], 1);
      mark_vars(dead, stm->vars + first, acc->dest_count);
      return;
    }
    first += acc->dest_count;
  }
  mark_atoms(dead, &with_acc->body->results[with_acc->acc_count + position - first], 1);
}

static void mark_loop_param(Dead *dead, const Stm *stm, size_t position) {
  const Loop *loop = stm->exp->as.loop;
  mark_vars(dead, &stm->vars[position], 1);
  mark_vars(dead, &loop->params[position], 1);
  mark_atoms(dead, &stm->exp->args[position], 1);
  mark_atoms(dead, &loop->body->results[position], 1);
}

static void mark_result(Dead *dead, const Stm *stm, size_t position) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    mark_par_result(dead, stm, position);
  } else if (exp->op == OP_LOOP) {
    mark_loop_param(dead, stm, position);
  } else if (exp->op == OP_WITH_ACC) {
    mark_with_acc_result(dead, stm, position);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      mark_atoms(dead, &exp->as.branches.bodies[i]->results[position], 1);
  }
}

static void mark_all(Dead *dead) {
  while (dead->work.count > 0) {
    Var *var = vec_pop(&dead->work);
    const SimplifyBinding *binding = binding_of(dead, var);
    mark_type(dead, var->type);
    mark_site(dead, binding->site);
    switch (binding->kind) {
    case BIND_NONE: break;
    case BIND_PATTERN: mark_result(dead, binding->site->stm, binding->position); break;
    case BIND_LOOP_PARAM: mark_loop_param(dead, binding->site->stm, binding->position); break;
    case BIND_SCAN_PARAM:
      mark_scan_param(dead, binding->site->stm->exp->as.par, binding->position);
      break;
    case BIND_INPUT: mark(dead, binding->outside); break;
    }
  }
}

// ---- Checks of sizes ----
//
// A size is a value: while it is used, what an array needs to have this size stays, even if the
// array is gone. `length (iota n)` is not negative, `length (flatten xss)` has not wrapped around,
// `length xs[i:j]` at most the length of `xs`, and `length (xs :> [n]i32)` the length of `xs`. A
// size that is a number in the program counts as used, one that the operands have already depends
// on nothing: `length xs[i]` is known for every `i`. A check that always fails stays where it runs:
// what it was for may be a number by now.

static bool has_dim(const Type *type, Dim dim) {
  for (size_t i = 0; i < type_rank(type); i++) {
    if (dim_equal(type->dims[i], dim)) return true;
  }
  return false;
}

static bool is_dim_of_operand(const Exp *exp, Dim dim) {
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (has_dim(atom_type(exp->args[i]), dim)) return true;
  }
  return false;
}

static bool is_of_numbers(const Exp *exp) {
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (exp->args[i].var) return false;
  }
  return op_is_scalar(exp->op);
}

// `smax n, 0` stands for a size n that may be negative (ir/natural.h). Such a size that is computed
// from constants alone is a negative number, and so not a size: what was computed from it may be a
// constant already.
static bool is_dim_used(const Dead *dead, Dim dim) {
  if (!dim.var || is_live(dead, dim.var)) return true;
  const SimplifyBinding *binding = binding_of(dead, dim.var);
  const Exp *exp = binding->kind == BIND_PATTERN ? binding->site->stm->exp : NULL;
  if (exp && is_of_numbers(exp)) return true;
  bool is_clamped = exp && exp->op == OP_SMAX && exp->args[0].var && atom_is_i64(exp->args[1], 0);
  return is_clamped && is_live(dead, exp->args[0].var);
}

static bool makes_used_size(const Dead *dead, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    for (size_t k = 0; k < type_rank(type); k++) {
      if (is_dim_used(dead, type->dims[k]) && !is_dim_of_operand(stm->exp, type->dims[k]))
        return true;
    }
  }
  return false;
}

// Does what stands there run whenever its function does, apart from branches and what is live
// anyway?
static bool is_reached(const SimplifySite *site) {
  for (; site && !site->is_live; site = site->parent) {
    if (site->stm->exp->op != OP_IF && site->stm->exp->op != OP_SWITCH) return false;
  }
  return true;
}

// A branch around the check that gives nothing but `true`, as give_nothing leaves it, keeps it: it
// must give something.
static void mark_branches(Dead *dead, SimplifySite *site) {
  for (; site && !site->is_live; site = site->parent) {
    const Stm *stm = site->stm;
    if (stm->var_count == 1 && type_is_scalar(stm->vars[0]->type, SCALAR_BOOL))
      mark(dead, stm->vars[0]);
  }
}

static void mark_assert(Dead *dead, SimplifySite *site) {
  mark_branches(dead, site->parent);
  mark_site(dead, site);
}

// Its assert, or those in the arms that give it, are for a size from now on: the array will be
// gone.
static void mark_size_cert(Dead *dead, Var *cert) {
  const SimplifyBinding *binding = binding_of(dead, cert);
  mark(dead, cert);
  if (binding->site) mark_branches(dead, binding->site->parent);
  if (binding->kind != BIND_PATTERN) return;
  Stm *stm = binding->site->stm;
  if (stm->exp->op == OP_ASSERT) stm_mark(dead->program, stm, ATTR_SIZE);
  if (stm->exp->op != OP_IF && stm->exp->op != OP_SWITCH) return;
  for (size_t i = 0; i < stm->exp->as.branches.body_count; i++)
    mark_size_cert(dead, stm->exp->as.branches.bodies[i]->results[binding->position].var);
}

// What a dead statement needs to make a size that is used; true when something is live only now.
static bool mark_made_size(Dead *dead, const SimplifySite *site) {
  const Stm *stm = site->stm;
  bool has_marked = false;
  if (site->is_live || !is_reached(site->parent) || !makes_used_size(dead, stm)) return false;
  for (size_t i = 0; i < stm->cert_count; i++) {
    if (is_live(dead, stm->certs[i])) continue;
    mark_size_cert(dead, stm->certs[i]);
    has_marked = true;
  }
  mark_all(dead);
  return has_marked;
}

// A check uses sizes that were made before it, so going backwards once does nearly everything.
static void mark_size_checks(Dead *dead) {
  for (size_t i = 0; i < dead->asserts.count; i++) {
    SimplifySite *site = dead->asserts.data[i];
    if (!site->is_live && is_reached(site->parent)) mark_assert(dead, site);
  }
  mark_all(dead);
  for (bool has_marked = true; has_marked;) {
    has_marked = false;
    for (size_t i = dead->checked.count; i > 0; i--)
      has_marked |= mark_made_size(dead, dead->checked.data[i - 1]);
  }
}

// ---- Sweeping ----

static void sweep_stms(Dead *dead, Stms *stms);

static void sweep_pattern(Dead *dead, Stm *stm) {
  size_t count = 0;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (is_live(dead, stm->vars[i])) stm->vars[count++] = stm->vars[i];
  }
  dead->has_changed |= count != stm->var_count;
  stm->var_count = count;
}

static void sweep_body(Dead *dead, Body *body) { sweep_stms(dead, &body->stms); }

// A branch that stays only for what it checks gives a `true` that nothing looks at.
static void give_nothing(Dead *dead, Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++) {
    Body *body = branches->bodies[i];
    Builder builder = builder_new(dead->program, &body->stms, stm->span);
    body->results[0] = build_unary(&builder, "checked", OP_OPAQUE, atom_bool(true));
    body->result_count = 1;
  }
  stm->vars[0] = var_new(dead->program, "checked", type_scalar(SCALAR_BOOL), stm->span);
  stm->var_count = 1;
}

static void sweep_branches(Dead *dead, Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++) {
    Body *body = branches->bodies[i];
    body->result_count = 0;
    for (size_t k = 0; k < stm->var_count; k++) {
      if (is_live(dead, stm->vars[k])) body->results[body->result_count++] = body->results[k];
    }
    sweep_body(dead, body);
  }
  sweep_pattern(dead, stm);
  if (stm->var_count == 0) give_nothing(dead, stm);
}

static void sweep_loop(Dead *dead, Stm *stm) {
  Loop *loop = stm->exp->as.loop;
  Atom *args = stm->exp->args;
  size_t count = 0;
  for (size_t i = 0; i < loop->param_count; i++) {
    if (!is_live(dead, stm->vars[i])) continue;
    loop->params[count] = loop->params[i];
    args[count] = args[i];
    loop->body->results[count++] = loop->body->results[i];
  }
  if (loop->index) args[count] = args[loop->param_count];
  loop->param_count = loop->body->result_count = count;
  stm->exp->arg_count = count + (loop->index ? 1 : 0);
  sweep_pattern(dead, stm);
  if (loop->condition) sweep_body(dead, loop->condition);
  sweep_body(dead, loop->body);
}

// An output is live when its first result, or for a scan with an epilogue its first parameter, is.
static void sweep_outputs(Dead *dead, const Stm *stm, Thunk *thunk, bool has_inner_scans,
                          size_t *result) {
  const Par *par = stm->exp->as.par;
  size_t count = 0, scan = 0;
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    bool is_inner = has_inner_scans && mode_has(output->mode, TRAIT_RUNNING);
    const Var *first = is_inner ? par->scan_params[scan] : stm->vars[*result];
    if (is_inner) scan += output->value_count;
    *result += par_result_count(par, output);
    if (!is_live(dead, first)) continue;
    if (output->op) sweep_body(dead, output->op->body);
    thunk->outputs[count++] = *output;
  }
  dead->has_changed |= count != thunk->output_count;
  thunk->output_count = count;
}

static size_t sweep_inputs(Dead *dead, ParInput *inputs, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (is_live(dead, inputs[i].inside)) inputs[kept++] = inputs[i];
  }
  dead->has_changed |= kept != count;
  return kept;
}

static void sweep_par(Dead *dead, Stm *stm) {
  Par *par = stm->exp->as.par;
  size_t result = par_block_count(stm);
  sweep_outputs(dead, stm, &par->body, par->has_epilogue, &result);
  sweep_outputs(dead, stm, &par->epilogue, false, &result);
  size_t count = 0;
  for (size_t i = 0; i < par->scan_param_count; i++) {
    if (is_live(dead, par->scan_params[i])) par->scan_params[count++] = par->scan_params[i];
  }
  par->scan_param_count = count;
  par->consumed_count = sweep_inputs(dead, par->consumed, par->consumed_count);
  par->acc_count = sweep_inputs(dead, par->accs, par->acc_count);
  sweep_pattern(dead, stm);
  sweep_stms(dead, &par->body.stms);
  sweep_stms(dead, &par->epilogue.stms);
  bool is_bare = par->epilogue.stms.count == 0 && par->epilogue.output_count == 0;
  if (par->has_epilogue && is_bare && count == 0) par->has_epilogue = false;
}

static void sweep_with_acc(Dead *dead, Stm *stm) {
  WithAcc *with_acc = stm->exp->as.with_acc;
  Body *body = with_acc->body;
  size_t accs = 0, results = 0, position = 0;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    AccDecl acc = with_acc->accs[i];
    position += acc.dest_count;
    if (!is_live(dead, acc.param)) continue;
    if (acc.op) sweep_body(dead, acc.op->body);
    body->results[results++] = body->results[i];
    with_acc->accs[accs++] = acc;
  }
  for (size_t i = with_acc->acc_count; i < body->result_count; i++, position++) {
    if (is_live(dead, stm->vars[position])) body->results[results++] = body->results[i];
  }
  with_acc->acc_count = accs;
  body->result_count = results;
  sweep_pattern(dead, stm);
  sweep_body(dead, body);
}

static void sweep_stms(Dead *dead, Stms *stms) {
  size_t count = 0;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (stm->var_count == 0 || !binding_of(dead, stm->vars[0])->site->is_live) continue;
    if (stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH) {
      sweep_branches(dead, stm);
    } else if (stm->exp->op == OP_LOOP) {
      sweep_loop(dead, stm);
    } else if (stm->exp->op == OP_PAR) {
      sweep_par(dead, stm);
    } else if (stm->exp->op == OP_WITH_ACC) {
      sweep_with_acc(dead, stm);
    }
    stms->data[count++] = stm;
  }
  dead->has_changed |= count != stms->count;
  stms->count = count;
}

// ---- Functions and globals ----

Dead *dead_new(Program *program, Arena *scratch) {
  Dead *dead = arena_make(scratch, Dead);
  dead->program = program;
  dead->arena = scratch;
  return dead;
}

static void dead_start(Dead *dead, const Body *body) {
  size_t count = dead->program->var_count;
  if (count > dead->capacity) { // old marks are of old rounds
    dead->capacity = facts_capacity(dead->program);
    dead->bindings = arena_array(dead->arena, SimplifyBinding, dead->capacity);
  }
  dead->round++;
  dead->checked.count = 0;
  dead->asserts.count = 0;
  dead->has_changed = false;
  find_stms(dead, &body->stms, NULL);
  mark_atoms(dead, body->results, body->result_count);
}

static bool dead_finish(Dead *dead, Body *body) {
  mark_all(dead);
  mark_size_checks(dead);
  sweep_body(dead, body);
  return dead->has_changed;
}

bool remove_dead_fun(Dead *dead, Fun *fun) {
  dead_start(dead, fun->body);
  for (size_t i = 0; i < fun->result_count; i++)
    mark(dead, fun->results[i].var);
  return dead_finish(dead, fun->body);
}

bool remove_dead_global(Dead *dead, Global *global) {
  dead_start(dead, global->body);
  mark_vars(dead, global->vars, global->var_count);
  return dead_finish(dead, global->body);
}
