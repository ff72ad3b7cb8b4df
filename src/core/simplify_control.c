// Branches and loops.
//
//   if true then A else B                  =>  A, in the place of the `if`
//   if not c then A else B                 =>  if c then B else A
//   if c then A[c] else B[c]               =>  if c then A[true] else B[false]
//   let (x, y) = if c then (a, 1) else (a, 2)   =>  x is a; y is select c, 1, 2
//   if c then true else false              =>  c
//   if c then x < y else false             =>  and c, x < y, when both branches are cheap
//   switch 3 case 3 A else B               =>  A
//   loop (x = a) for i < 0 do A            =>  x is a
//   loop (x = a) for i < 1 do A            =>  A, with i = 0 and x = a
//   loop (x = a, y = b) for i < n do { … in (x, y2) }   =>  x is a
//   loop (x = a) while { in (false) } do A =>  x is a
//   loop (x = a) for i < n do { … in (x + 2) }   =>  x is a + 2 i, and in the end a + 2 (max n 0)
//
// A branch or loop that needs certificates passes them to the statements that take its place. A
// value that is not made by such a statement would lose them, so it stays where it is.
#include "core/simplify.h"

#include "analysis/cost.h"
#include "ir/build.h"
#include "ir/type.h"

static bool are_replaceable(Simplifier *simplifier, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!simplify_is_replaceable(simplifier, vars[i])) return false;
  }
  return true;
}

// ---- A body in the place of its statement ----

// Can the statement be replaced by the body? Each result must carry the statement's certificates.
static bool can_splice(Simplifier *simplifier, const Stm *stm, const Body *body) {
  if (!are_replaceable(simplifier, stm->vars, stm->var_count)) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (simplify_is_placed(simplifier, stm->vars[i])) return false;
  if (stm->cert_count == 0) return true;
  uint32_t stamp = stms_stamp(simplifier, &body->stms);
  for (size_t i = 0; i < body->result_count; i++) {
    const Var *var = body->results[i].var;
    if (!var || var_state(simplifier, var)->stamp != stamp) return false;
  }
  return true;
}

// Binds a result that cannot be replaced: a size that must keep its name, for which `opaque` keeps
// a failure at run time, or an array whose type names such a size.
static void bind_result(Simplifier *simplifier, const Stm *stm, Var *var, Atom atom, Stms *out) {
  Stms made = {0};
  Builder builder = builder_new(simplifier->program, &made, stm->span);
  resolve_types(simplifier, &var, 1);
  Op op = type_equal(var->type, atom_type(atom)) ? OP_OPAQUE : OP_COERCE;
  Exp *exp = exp_new(simplifier->program, op, &atom, 1);
  keep_stm(simplifier, build_stm(&builder, exp, &var, 1), out);
}

bool splice(Simplifier *simplifier, const Stm *stm, Body *body, Stms *out) {
  if (!can_splice(simplifier, stm, body)) return false;
  for (size_t i = 0; i < body->stms.count; i++)
    add_certs(simplifier, body->stms.data[i], stm);
  visit_stms(simplifier, &body->stms, out);
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom result = resolve(simplifier, body->results[i]);
    if (!replace(simplifier, stm->vars[i], result))
      bind_result(simplifier, stm, stm->vars[i], result, out);
  }
  simplifier->has_changed = true;
  return true;
}

// ---- Branches ----

// The body that a constant selects.
static Body *selected_body(const Exp *exp) {
  const Branches *branches = &exp->as.branches;
  if (branches->body_count == 1) return branches->bodies[0];
  if (exp->args[0].var) return NULL;
  Constant value = exp->args[0].constant;
  if (exp->op == OP_IF) return branches->bodies[value.value.b ? 0 : 1];
  for (size_t i = 0; i + 1 < branches->body_count; i++) {
    if (constant_equal(branches->cases[i], value)) return branches->bodies[i];
  }
  return branches->bodies[branches->body_count - 1];
}

static void turn_round(Simplifier *simplifier, Exp *exp) {
  const Exp *negation = exp->op == OP_IF ? def_of(simplifier, exp->args[0], OP_NOT) : NULL;
  if (!negation) return;
  Body **bodies = exp->as.branches.bodies;
  Body *then_body = bodies[0];
  exp->args[0] = resolve(simplifier, negation->args[0]);
  bodies[0] = bodies[1];
  bodies[1] = then_body;
  simplifier->has_changed = true;
}

// Visits a branch in which the scrutinee is known.
static void visit_branch(Simplifier *simplifier, Body *body, Atom scrutinee,
                         const Constant *known) {
  if (!scrutinee.var || !known) {
    visit_body(simplifier, body);
    return;
  }
  VarState *state = var_state(simplifier, scrutinee.var);
  bool is_size_of =
      facts_is_size(simplifier->facts, scrutinee.var); // types around stay as they are
  state->is_replaced = !is_size_of;
  state->replacement = atom_constant(*known);
  visit_body(simplifier, body);
  var_state(simplifier, scrutinee.var)->is_replaced = false;
}

static void visit_each_branch(Simplifier *simplifier, const Exp *exp) {
  const Branches *branches = &exp->as.branches;
  Constant truths[2] = {constant_bool(true), constant_bool(false)};
  for (size_t i = 0; i < branches->body_count; i++) {
    const Constant *known = NULL;
    if (exp->op == OP_IF) known = &truths[i];
    if (exp->op == OP_SWITCH && i + 1 < branches->body_count) known = &branches->cases[i];
    visit_branch(simplifier, branches->bodies[i], exp->args[0], known);
  }
}

// Do all branches give the same atom? A variable that two branches give is bound around them.
static bool is_common(const Branches *branches, size_t position) {
  for (size_t i = 1; i < branches->body_count; i++) {
    if (!atom_equal(branches->bodies[i]->results[position], branches->bodies[0]->results[position]))
      return false;
  }
  return true;
}

// May the branch be run although it is not taken?
static bool can_always_run(const Body *body) {
  for (size_t i = 0; i < body->stms.count; i++)
    if (body->stms.data[i]->cert_count > 0) return false;
  return cost_arm_is_within(body, COST_LIMIT_BOTH);
}

// Can the results be chosen after both branches ran? Only when there is next to nothing to run.
static bool is_selectable(const Exp *exp) {
  if (exp->op != OP_IF) return false;
  Body *const *bodies = exp->as.branches.bodies;
  bool is_empty = bodies[0]->stms.count + bodies[1]->stms.count == 0;
  if (!can_always_run(bodies[0]) || !can_always_run(bodies[1])) return false;
  for (size_t i = 0; i < bodies[0]->result_count; i++) {
    const Type *type = atom_type(bodies[0]->results[i]);
    if (type->kind != TYPE_SCALAR || !(is_empty || type->scalar == SCALAR_BOOL)) return false;
  }
  return true;
}

static void append_select(Simplifier *simplifier, const Stm *stm, size_t position, Stms *out) {
  Body *const *bodies = stm->exp->as.branches.bodies;
  Atom args[3] = {stm->exp->args[0], bodies[0]->results[position], bodies[1]->results[position]};
  Stms selected = {0};
  Builder builder = builder_new(simplifier->program, &selected, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp_new(simplifier->program, OP_SELECT, args, 3), &stm->vars[position], 1);
  visit_stms(simplifier, &selected, out);
}

// Does the result only say what the condition is? Both are different booleans.
static bool is_condition(const Exp *exp, size_t position) {
  Body *const *bodies = exp->as.branches.bodies;
  Atom yes = bodies[0]->results[position], no = bodies[1]->results[position];
  return exp->op == OP_IF && !yes.var && !no.var && yes.constant.type == SCALAR_BOOL;
}

// Results that are known without the branches.
static void replace_common(Simplifier *simplifier, Stm *stm, Stms *out) {
  const Branches *branches = &stm->exp->as.branches;
  if (stm->cert_count > 0) return;
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *var = stm->vars[i];
    Atom first = branches->bodies[0]->results[i];
    if (var_state(simplifier, var)->is_replaced) continue;
    if (is_common(branches, i)) {
      replace(simplifier, var, first);
    } else if (is_condition(stm->exp, i) && first.constant.value.b) {
      replace(simplifier, var, stm->exp->args[0]);
    } else if (is_condition(stm->exp, i)) {
      Stms made = {0};
      Builder builder = builder_new(simplifier->program, &made, stm->span);
      replace(simplifier, var, build_unary(&builder, var->name, OP_NOT, stm->exp->args[0]));
      keep_stm(simplifier, made.data[0], out);
    }
  }
}

void visit_branches(Simplifier *simplifier, Stm *stm, Stms *out) {
  turn_round(simplifier, stm->exp);
  Body *selected = selected_body(stm->exp);
  if (selected && splice(simplifier, stm, selected, out)) return;
  visit_each_branch(simplifier, stm->exp);
  if (is_selectable(stm->exp)) {
    for (size_t i = 0; i < 2; i++)
      visit_stms(simplifier, &stm->exp->as.branches.bodies[i]->stms, out);
    for (size_t i = 0; i < stm->var_count; i++)
      append_select(simplifier, stm, i, out);
    simplifier->has_changed = true;
    return;
  }
  replace_common(simplifier, stm, out);
  keep_stm(simplifier, stm, out);
}

// ---- Loops ----

// The loop does nothing: its results are its initial values.
static bool skip_loop(Simplifier *simplifier, const Stm *stm) {
  if (stm->cert_count > 0 || !are_replaceable(simplifier, stm->vars, stm->var_count)) return false;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!replace(simplifier, stm->vars[i], stm->exp->args[i])) return false;
  }
  return true;
}

// The body of a loop that runs once takes its place.
static bool unroll_loop(Simplifier *simplifier, const Stm *stm, Stms *out) {
  Loop *loop = stm->exp->as.loop;
  if (!can_splice(simplifier, stm, loop->body)) return false;
  if (!replace(simplifier, loop->index, atom_constant(constant_int(loop->index->type->scalar, 0))))
    return false;
  for (size_t i = 0; i < loop->param_count; i++) {
    if (!replace(simplifier, loop->params[i], stm->exp->args[i]))
      bind_result(simplifier, stm, loop->params[i], stm->exp->args[i], out);
  }
  return splice(simplifier, stm, loop->body, out);
}

// A parameter that the body passes on unchanged is its initial value, and so is the result. Both
// are replaced or none, since their types are the same telescope.
static bool replace_invariant(Simplifier *simplifier, const Stm *stm, size_t position) {
  const Loop *loop = stm->exp->as.loop;
  Var *param = loop->params[position], *result = stm->vars[position];
  Atom initial = stm->exp->args[position];
  Atom next = resolve(simplifier, loop->body->results[position]);
  if (var_state(simplifier, param)->is_replaced || stm->cert_count > 0) return false;
  if (next.var != param && !atom_equal(next, initial)) return false;
  if (!simplify_can_replace(simplifier, param, initial) ||
      !simplify_can_replace(simplifier, result, initial))
    return false;
  return replace(simplifier, param, initial) && replace(simplifier, result, initial);
}

// The constant that the body adds to the parameter; false when it does anything else with it.
static bool find_step(const Loop *loop, size_t position, int64_t *step) {
  const Var *param = loop->params[position], *next = loop->body->results[position].var;
  for (size_t i = 0; next && i < loop->body->stms.count; i++) {
    const Stm *stm = loop->body->stms.data[i];
    const Exp *exp = stm->exp;
    if (stm->var_count != 1 || stm->vars[0] != next) continue;
    bool is_step = (exp->op == OP_ADD || exp->op == OP_SUB) && exp->args[0].var == param &&
                   !exp->args[1].var && stm->cert_count == 0;
    if (is_step) *step = constant_to_i64(exp->args[1].constant);
    if (is_step && exp->op == OP_SUB) *step = neg_i64(*step);
    return is_step;
  }
  return false;
}

// first + step * count
static Atom stepped(Builder *builder, Atom first, int64_t step, Atom count) {
  Scalar type = atom_type(first)->scalar;
  Atom steps = build_convert(builder, "steps", OP_SEXT, count, type);
  steps = build_binary(builder, "steps", OP_MUL, steps, atom_constant(constant_int(type, step)));
  return build_binary(builder, "steps", OP_ADD, steps, first);
}

// A parameter that grows by a constant is computed of the index, so that indices which depend on it
// are known to be sums.
static void compute_counter(Simplifier *simplifier, const Stm *stm, size_t position, Stms *out) {
  Loop *loop = stm->exp->as.loop;
  Var *param = loop->params[position], *result = stm->vars[position];
  int64_t step;
  if (param->type->kind != TYPE_SCALAR || stm->cert_count > 0 ||
      scalar_info(param->type->scalar)->class != CLASS_INT || !find_step(loop, position, &step))
    return;
  if (facts_is_size(simplifier->facts, param) || facts_is_size(simplifier->facts, result) ||
      !are_replaceable(simplifier, &param, 1) || !are_replaceable(simplifier, &result, 1) ||
      simplify_checks_size(&loop->body->stms, loop->body->results[position]))
    return;
  Stms around = {0}, inside = {0};
  Builder builder = builder_new(simplifier->program, &around, stm->span);
  Atom first = stm->exp->args[position];
  Atom zero = atom_constant(constant_int(loop->index->type->scalar, 0));
  Atom count = build_binary(&builder, "count", OP_SMAX, loop_bound(stm->exp), zero);
  Atom last = stepped(&builder, first, step, count);
  visit_stms(simplifier, &around, out);
  replace(simplifier, result, last);
  builder.stms = &inside;
  replace(simplifier, param, stepped(&builder, first, step, atom_var(loop->index)));
  for (size_t i = 0; i < loop->body->stms.count; i++)
    vec_push(simplifier->program->arena, &inside, loop->body->stms.data[i]);
  loop->body->stms = inside;
}

void visit_loop(Simplifier *simplifier, Stm *stm, Stms *out) {
  Loop *loop = stm->exp->as.loop;
  if (loop->index && !loop_bound(stm->exp).var) {
    int64_t bound = constant_to_i64(loop_bound(stm->exp).constant);
    if (bound <= 0 && skip_loop(simplifier, stm)) return;
    if (bound == 1 && unroll_loop(simplifier, stm, out)) return;
  }
  if (loop->index) set_bound(simplifier, loop->index, loop_bound(stm->exp));
  for (size_t i = 0; i < loop->param_count; i++) {
    resolve_types(simplifier, &loop->params[i], 1);
    if (!replace_invariant(simplifier, stm, i) && loop->index)
      compute_counter(simplifier, stm, i, out);
  }
  if (loop->condition) {
    visit_body(simplifier, loop->condition);
    Atom condition = loop->condition->results[0];
    if (!condition.var && !condition.constant.value.b && skip_loop(simplifier, stm)) return;
  }
  visit_body(simplifier, loop->body);
  for (size_t i = 0; i < loop->param_count; i++) {
    if (replace_invariant(simplifier, stm, i)) simplifier->has_pending = true;
  }
  keep_stm(simplifier, stm, out);
}
