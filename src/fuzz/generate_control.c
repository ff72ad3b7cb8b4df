// Branches, loops, functions, calls and globals: whatever passes values through a telescope.
#include "fuzz/generate.h"

// A value that leaves a body: of a type that is known outside, or a vector whose size is bound to
// its left.
typedef struct Spec {
  const Type *type; // NULL for a vector or irregular array of any size
  bool is_ragged;
  Scalar scalar;
} Spec;

#define SPEC_LIMIT 3
#define SPEC_VARS  3 // of one value at most: its sizes and itself

static size_t choose_specs(Author *author, Spec *specs) {
  size_t count = 1 + random_below(&author->random, SPEC_LIMIT);
  for (size_t k = 0; k < count; k++) {
    size_t choice = random_below(&author->random, 10);
    specs[k] = (Spec){NULL, false, author_scalar_type(author)};
    if (author_has(author, FEATURE_IRREGULAR) && random_chance(&author->random, 25))
      specs[k].is_ragged = true;
    else if (choice < 6)
      specs[k].type = type_scalar(specs[k].scalar);
    else if (choice < 9)
      specs[k].type = author_array_type(author, 1 + random_below(&author->random, 2));
  }
  return count;
}

// How many sizes and lengths come before the value?
static size_t spec_sizes(const Spec *spec) { return spec->type ? 0 : spec->is_ragged ? 2 : 1; }

// The ranges of the sizes, given the place of the value.
static void spec_ranges(Author *author, const Spec *spec, Var *const *vars, size_t place) {
  if (spec->type) return;
  size_t first = place - spec_sizes(spec);
  facts_range(author, vars[first], 0, spec->is_ragged ? RAGGED_ROWS : SIZE_LIMIT);
  if (spec->is_ragged) facts_range(author, vars[first + 1], 0, RAGGED_LENGTH);
}

// The variables for the values; gives their number. The place of value k is places[k].
static size_t spec_vars(Author *author, const Spec *specs, size_t count, Var **vars,
                        size_t *places) {
  size_t next = 0;
  for (size_t k = 0; k < count; k++) {
    const Type *type = specs[k].type;
    if (!type) {
      Var *size = var_new(author->program, "m", type_scalar(SCALAR_I64), SPAN_NONE);
      vars[next++] = size;
      Dim dims[2] = {dim_var(size)};
      if (specs[k].is_ragged) {
        const Type *lengths = type_array(author->program, SCALAR_I64, 1, dims);
        vars[next] = var_new(author->program, "lengths", lengths, SPAN_NONE);
        dims[1] = dim_var(vars[next++]);
      }
      type = type_array(author->program, specs[k].scalar, specs[k].is_ragged ? 2 : 1, dims);
    }
    spec_ranges(author, &specs[k], vars, next);
    places[k] = next;
    vars[next++] = var_new(author->program, "v", type, SPAN_NONE);
  }
  return next;
}

static bool is_short_vector(Author *author, const Var *var, const void *scalar) {
  return type_is_array(var->type) && var->type->rank == 1 &&
         var->type->scalar == *(const Scalar *)scalar &&
         dim_high(author, var->type->dims[0]) <= SIZE_LIMIT;
}

static Var *short_vector(Author *author, Scalar scalar) {
  Var *var = author_pick(author, is_short_vector, &scalar);
  if (var && random_chance(&author->random, 70)) return var;
  Dim dim = author_dim(author);
  return author_make(author, type_array(author->program, scalar, 1, &dim), false);
}

// Appends the value for a spec, after its size if it has one.
static Atom spec_value(Author *author, const Spec *spec, bool must_be_fresh, Atom *atoms,
                       size_t *next) {
  if (spec->type) {
    atoms[*next] = author_value(author, spec->type);
  } else if (spec->is_ragged) {
    Var *rows = must_be_fresh ? author_ragged(author, spec->scalar)
                              : author_any_ragged(author, spec->scalar);
    atoms[(*next)++] = dim_size(rows->type->dims[0]);
    atoms[(*next)++] = atom_var(rows->type->dims[1].var);
    atoms[*next] = atom_var(rows);
  } else {
    Var *vector = short_vector(author, spec->scalar);
    atoms[(*next)++] = dim_size(vector->type->dims[0]);
    atoms[*next] = atom_var(vector);
  }
  return atoms[(*next)++];
}

// ---- Branches ----

// Which roots are dead; a body that is not taken kills nothing.
static bool *deaths_save(Author *author, size_t count) {
  bool *deaths = arena_array(author->arena, bool, count);
  for (size_t k = 0; k < count; k++)
    deaths[k] = author->roots.data[k].is_dead;
  return deaths;
}

static bool write_branches(Author *author, Op op, Atom value, Constant *cases, size_t body_count) {
  Program *program = author->program;
  Spec specs[SPEC_LIMIT];
  Var *vars[SPEC_VARS * SPEC_LIMIT];
  size_t places[SPEC_LIMIT];
  size_t count = choose_specs(author, specs);
  size_t var_count = spec_vars(author, specs, count, vars, places);
  FuzzStorage roots[SPEC_LIMIT] = {{NULL, 0}}, lengths[SPEC_LIMIT] = {{NULL, 0}};
  Branches branches = {arena_array(author->arena, Body *, body_count), body_count, cases};
  size_t root_count = author->roots.count;
  bool *before = deaths_save(author, root_count), *after = deaths_save(author, root_count);
  for (size_t k = 0; k < body_count; k++) {
    Frame frame;
    frame_enter(author, &frame, 1, false);
    author_statements(author, random_below(&author->random, 4));
    Atom results[SPEC_VARS * SPEC_LIMIT];
    size_t next = 0;
    for (size_t j = 0; j < count; j++) {
      Atom result = spec_value(author, &specs[j], false, results, &next);
      roots[j] = roots_join(author, roots[j], atom_roots(author, result));
      if (specs[j].is_ragged)
        lengths[j] = roots_join(author, lengths[j], atom_roots(author, results[next - 2]));
    }
    branches.bodies[k] = body_new(program, frame.stms, results, next);
    frame_leave(author, &frame);
    for (size_t j = 0; j < root_count; j++) {
      after[j] = after[j] || author->roots.data[j].is_dead;
      author->roots.data[j].is_dead = before[j];
    }
  }
  for (size_t j = 0; j < root_count; j++)
    author->roots.data[j].is_dead = after[j];
  Exp *exp = op == OP_IF ? exp_if(program, value, branches.bodies[0], branches.bodies[1])
                         : exp_switch(program, value, branches);
  author_emit_as(author, exp, vars, var_count);
  for (size_t k = 0; k < count; k++) {
    if (type_is_array(vars[places[k]]->type)) facts_of(author, vars[places[k]])->roots = roots[k];
    if (specs[k].is_ragged) facts_of(author, vars[places[k] - 1])->roots = lengths[k];
  }
  return true;
}

bool write_if(Author *author) {
  if (!author_can_nest(author, 2)) return false;
  Atom condition = random_chance(&author->random, 10)
                       ? atom_bool(random_chance(&author->random, 50))
                       : author_scalar(author, SCALAR_BOOL);
  return write_branches(author, OP_IF, condition, NULL, 2);
}

bool write_switch(Author *author) {
  if (!author_can_nest(author, 3)) return false;
  Scalar type = author_has(author, FEATURE_NARROW) ? SCALAR_I8 : SCALAR_I64;
  Atom value = author_scalar(author, type);
  if (random_chance(&author->random, 60))
    value = author_op2(author, "c", OP_SMOD, value, atom_constant(constant_int(type, 4)));
  size_t case_count = 1 + random_below(&author->random, 3);
  Constant *cases = arena_array(author->arena, Constant, case_count);
  for (size_t k = 0; k < case_count; k++)
    cases[k] = constant_int(type, (int64_t)k * 2 - 1);
  return write_branches(author, OP_SWITCH, value, cases, case_count + 1);
}

// ---- Loops ----

typedef struct LoopPlan {
  Spec specs[SPEC_LIMIT];
  size_t count;
  bool is_owned[SPEC_LIMIT]; // the loop consumes the initial value
  size_t places[SPEC_LIMIT];
  Var *vars[SPEC_VARS * SPEC_LIMIT + 1];
  Atom inits[SPEC_VARS * SPEC_LIMIT + 1];
  size_t var_count;
  FuzzStorage roots[SPEC_LIMIT], lengths[SPEC_LIMIT];
} LoopPlan;

// Parameters and initial values, after `first` that are there already.
static void plan_loop(Author *author, LoopPlan *plan, size_t first) {
  plan->count = choose_specs(author, plan->specs);
  plan->var_count =
      first + spec_vars(author, plan->specs, plan->count, plan->vars + first, plan->places);
  size_t next = first;
  for (size_t k = 0; k < plan->count; k++) {
    const Spec *spec = &plan->specs[k];
    plan->places[k] += first;
    plan->is_owned[k] =
        spec->type && type_is_array(spec->type) && random_chance(&author->random, 50);
    if (plan->is_owned[k]) {
      Var *array = author_owned(author, spec->type, false);
      plan->inits[next++] = atom_var(array);
      author_consume(author, array);
    } else {
      Atom init = spec_value(author, spec, false, plan->inits, &next);
      plan->roots[k] = atom_roots(author, init);
      if (spec->is_ragged) plan->lengths[k] = atom_roots(author, plan->inits[next - 2]);
      author_disown(author, plan->roots[k]);
    }
  }
}

static void bind_params(Author *author, const LoopPlan *plan) {
  for (size_t k = 0; k < plan->var_count; k++)
    author_bind(author, plan->vars[k], false);
  for (size_t k = 0; k < plan->count; k++)
    if (plan->is_owned[k]) {
      Var *var = plan->vars[plan->places[k]];
      facts_of(author, var)->roots = roots_fresh(author, true);
    }
}

// An array for the next value of parameter k, which the loop owns. It shares nothing with the
// others that the loop owns: were they not consumed after all, the results would share too.
static Var *next_owned(Author *author, const LoopPlan *plan, size_t k) {
  bool was_dead[SPEC_LIMIT];
  for (size_t j = 0; j < plan->count; j++) {
    if (!plan->is_owned[j]) continue;
    const Var *other = plan->vars[plan->places[j]];
    was_dead[j] = !author_is_live(author, other);
    if (j != k) author_consume(author, other);
  }
  Var *array = author_owned(author, plan->specs[k].type, false);
  for (size_t j = 0; j < plan->count; j++) {
    if (!plan->is_owned[j]) continue;
    FuzzStorage roots = facts_of(author, plan->vars[plan->places[j]])->roots;
    author->roots.data[roots.ids[0]].is_dead = was_dead[j];
  }
  author_consume(author, array);
  return array;
}

// The next values of the parameters; the counter of a `while` loop comes first.
static Body *loop_results(Author *author, LoopPlan *plan, Frame *frame, Atom counter) {
  Atom results[SPEC_VARS * SPEC_LIMIT + 1] = {counter};
  size_t next = plan->places[0] - spec_sizes(&plan->specs[0]);
  for (size_t k = 0; k < plan->count; k++) {
    if (!plan->is_owned[k]) continue;
    results[plan->places[k]] = atom_var(next_owned(author, plan, k));
  }
  // The other results share nothing with what the loop owns.
  for (size_t k = 0; k < plan->count; k++)
    if (plan->is_owned[k]) author_consume(author, plan->vars[plan->places[k]]);
  for (size_t k = 0; k < plan->count; k++) {
    if (plan->is_owned[k]) {
      next++;
      continue;
    }
    Atom result = spec_value(author, &plan->specs[k], false, results, &next);
    plan->roots[k] = roots_join(author, plan->roots[k], atom_roots(author, result));
    if (plan->specs[k].is_ragged)
      plan->lengths[k] =
          roots_join(author, plan->lengths[k], atom_roots(author, results[next - 2]));
  }
  return body_new(author->program, frame->stms, results, plan->var_count);
}

static void emit_loop(Author *author, Loop *loop, const LoopPlan *plan, Atom bound) {
  Stm *stm = author_emit(author, "loop", exp_loop(author->program, loop, plan->inits, bound));
  for (size_t k = 0; k < plan->count; k++) {
    Var *var = stm->vars[plan->places[k]];
    if (!type_is_array(var->type)) continue;
    spec_ranges(author, &plan->specs[k], stm->vars, plan->places[k]);
    if (plan->is_owned[k]) continue;
    if (plan->specs[k].is_ragged)
      facts_of(author, stm->vars[plan->places[k] - 1])->roots = plan->lengths[k];
    facts_of(author, var)->roots = plan->roots[k];
    author_disown(author, plan->roots[k]);
  }
}

static Loop *loop_new(Author *author, LoopPlan *plan) {
  Loop *loop = arena_make(author->arena, Loop);
  loop->params = arena_array(author->arena, Var *, plan->var_count);
  for (size_t k = 0; k < plan->var_count; k++)
    loop->params[k] = plan->vars[k];
  loop->param_count = plan->var_count;
  return loop;
}

bool write_for(Author *author) {
  if (!author_can_nest(author, 6)) return false;
  Scalar types[] = {SCALAR_I64, SCALAR_I64, SCALAR_I32, SCALAR_I8};
  Scalar type = types[random_below(&author->random, author_has(author, FEATURE_NARROW) ? 4 : 2)];
  Atom bound = type == SCALAR_I64
                   ? author_size(author, 5)
                   : atom_constant(constant_int(type, random_between(&author->random, -1, 4)));
  LoopPlan plan = {0};
  plan_loop(author, &plan, 0);
  Loop *loop = loop_new(author, &plan);
  loop->index = var_new(author->program, "j", type_scalar(type), SPAN_NONE);
  Frame frame;
  frame_enter(author, &frame, 5, true);
  author_bind(author, loop->index, false);
  if (type == SCALAR_I64) {
    facts_range(author, loop->index, 0, 5);
    facts_of(author, loop->index)->is_below = true;
    facts_of(author, loop->index)->below = dim_atom(bound);
  }
  bind_params(author, &plan);
  author_statements(author, 1 + random_below(&author->random, 4));
  loop->body = loop_results(author, &plan, &frame, atom_i64(0));
  frame_leave(author, &frame);
  emit_loop(author, loop, &plan, bound);
  return true;
}

bool write_while(Author *author) {
  if (!author_can_nest(author, 8)) return false;
  Program *program = author->program;
  LoopPlan plan = {0};
  plan.vars[0] = var_new(program, "left", type_scalar(SCALAR_I64), SPAN_NONE);
  plan.inits[0] = author_size(author, 5);
  plan_loop(author, &plan, 1);
  Loop *loop = loop_new(author, &plan);
  Atom left = atom_var(plan.vars[0]);
  Frame frame;
  frame_enter(author, &frame, 6, true);
  bind_params(author, &plan);
  Atom again = author_op2(author, "again", OP_SLT, atom_i64(0), left);
  if (random_chance(&author->random, 40))
    again = author_op2(author, "again", OP_AND, again, author_scalar(author, SCALAR_BOOL));
  if (author_has(author, FEATURE_EFFECT) && random_chance(&author->random, 30))
    write_effect(author);
  loop->condition = body_new(program, frame.stms, &again, 1);
  frame_leave(author, &frame);
  frame_enter(author, &frame, 5, true);
  bind_params(author, &plan);
  author_statements(author, 1 + random_below(&author->random, 4));
  Atom next = author_op2(author, "left", OP_SUB, left, atom_i64(1));
  loop->body = loop_results(author, &plan, &frame, next);
  frame_leave(author, &frame);
  emit_loop(author, loop, &plan, atom_i64(0));
  return true;
}

// ---- Functions ----

#define CALLEE_SIZE 6

static Param *add_param(Author *author, Fun *fun, const char *name, const Type *type,
                        bool is_consumed) {
  Param *param = &fun->params[fun->param_count++];
  *param = (Param){var_new(author->program, name, type, SPAN_NONE), is_consumed};
  author_bind(author, param->var, is_consumed);
  return param;
}

// Lengths and an irregular array as the last parameters; the last size counts its rows.
static void add_rows(Author *author, Fun *fun) {
  Dim dims[2] = {dim_var(fun->params[fun->size_count - 1].var)};
  const Type *lengths = type_array(author->program, SCALAR_I64, 1, dims);
  dims[1] = dim_var(add_param(author, fun, "lengths", lengths, false)->var);
  facts_range(author, dims[1].var, 0, RAGGED_LENGTH);
  const Type *rows = type_array(author->program, author_scalar_type(author), 2, dims);
  add_param(author, fun, "rows", rows, random_chance(&author->random, 30));
}

static bool has_rows(const Fun *fun) {
  return type_is_irregular(fun->params[fun->param_count - 1].var->type);
}

static void choose_params(Author *author, Fun *fun, bool is_recursive) {
  fun->params = arena_array(author->arena, Param, 10);
  bool is_ragged = author_has(author, FEATURE_IRREGULAR) && random_chance(&author->random, 40);
  fun->size_count = random_below(&author->random, 3) + is_ragged;
  for (size_t k = 0; k < fun->size_count; k++) {
    Param *size = add_param(author, fun, "n", type_scalar(SCALAR_I64), false);
    facts_range(author, size->var, 0, CALLEE_SIZE);
  }
  if (is_recursive) add_param(author, fun, "depth", type_scalar(SCALAR_I64), false);
  add_param(author, fun, "x", type_scalar(author_scalar_type(author)), false);
  for (size_t k = random_below(&author->random, 3); k > 0; k--) {
    const Type *type = author_array_type(author, random_below(&author->random, 3));
    bool is_consumed = type_is_array(type) && random_chance(&author->random, 30);
    add_param(author, fun, "xs", type, is_consumed);
  }
  if (is_ragged) add_rows(author, fun);
}

// A result that shares storage with nothing but parameters, which it then names.
static Atom settle_result(Author *author, const Fun *fun, Result *result, Atom atom,
                          bool must_be_fresh, FuzzStorage *taken) {
  FuzzStorage roots = atom_roots(author, atom);
  if (roots.count == 0) return atom;
  bool is_settled = !must_be_fresh && !roots_overlap(roots, *taken);
  size_t found = 0;
  result->aliases = arena_array(author->arena, uint32_t, fun->param_count);
  for (size_t k = 0; k < fun->param_count; k++) {
    if (!roots_overlap(roots, atom_roots(author, atom_var(fun->params[k].var)))) continue;
    found++;
    if (!fun->params[k].is_consumed) result->aliases[result->alias_count++] = (uint32_t)k;
  }
  for (size_t k = 0; k < roots.count; k++)
    if (author->roots.data[roots.ids[k]].barrier != author->barrier) is_settled = false;
  if (found > 1) is_settled = false;
  *taken = roots_join(author, *taken, roots);
  if (is_settled) return atom;
  result->alias_count = 0;
  atom = atom_var(author_let(author, "copy", exp_new(author->program, OP_COPY, &atom, 1)));
  *taken = roots_join(author, *taken, atom_roots(author, atom));
  return atom;
}

typedef struct FuzzFunPlan {
  Spec specs[SPEC_LIMIT];
  size_t count;
  size_t places[SPEC_LIMIT];
} FuzzFunPlan;

static void choose_results(Author *author, Fun *fun, FuzzFunPlan *plan) {
  plan->count = choose_specs(author, plan->specs);
  Var *vars[SPEC_VARS * SPEC_LIMIT];
  fun->result_count = spec_vars(author, plan->specs, plan->count, vars, plan->places);
  fun->results = arena_array(author->arena, Result, fun->result_count);
  for (size_t k = 0; k < fun->result_count; k++)
    fun->results[k].var = vars[k];
}

static Body *fun_body(Author *author, Fun *fun, FuzzFunPlan *plan, Frame *frame,
                      bool must_be_fresh) {
  Atom results[SPEC_VARS * SPEC_LIMIT];
  size_t next = 0;
  FuzzStorage taken = {NULL, 0};
  for (size_t k = 0; k < plan->count; k++) {
    Atom result = spec_value(author, &plan->specs[k], true, results, &next);
    if (plan->specs[k].is_ragged)
      taken = roots_join(author, taken, atom_roots(author, results[next - 2]));
    results[next - 1] =
        settle_result(author, fun, &fun->results[plan->places[k]], result, must_be_fresh, &taken);
  }
  return body_new(author->program, frame->stms, results, next);
}

// A parameter's type with the sizes of a call. (A substitution would follow chains, and a function
// that calls itself may exchange its sizes.)
static const Type *type_at_call(Author *author, const Fun *fun, const Atom *args,
                                const Type *type) {
  Dim dims[4];
  for (size_t k = 0; k < type_rank(type); k++) {
    dims[k] = type->dims[k];
    for (size_t j = 0; j < fun->size_count; j++)
      if (type->dims[k].var && type->dims[k].var == fun->params[j].var) dims[k] = dim_atom(args[j]);
  }
  return type_array(author->program, type->scalar, type_rank(type), dims);
}

// The arguments of a call; the depth, if there is one, is given.
static Exp *call_of(Author *author, const Callee *callee, const Atom *depth) {
  const Fun *fun = callee->fun;
  Atom *args = arena_array(author->arena, Atom, fun->param_count);
  for (size_t k = 0; k < fun->size_count; k++)
    args[k] = author_size(author, CALLEE_SIZE);
  size_t count = fun->param_count;
  if (has_rows(fun)) {
    const Param *last = &fun->params[--count];
    Scalar scalar = last->var->type->scalar;
    Var *rows =
        last->is_consumed ? author_ragged(author, scalar) : author_any_ragged(author, scalar);
    if (last->is_consumed)
      author_consume(author, rows);
    else // no argument that is consumed may share with it
      author_disown(author, atom_roots(author, atom_var(rows)));
    args[count] = atom_var(rows);
    args[--count] = atom_var(rows->type->dims[1].var);
    args[fun->size_count - 1] = dim_size(rows->type->dims[0]);
  }
  // Those to be consumed come first, so that no other argument shares their storage.
  for (int is_consumed = 1; is_consumed >= 0; is_consumed--) {
    for (size_t k = fun->size_count; k < count; k++) {
      if (fun->params[k].is_consumed != (bool)is_consumed) continue;
      const Type *type = type_at_call(author, fun, args, fun->params[k].var->type);
      if (depth && callee->is_recursive && k == fun->size_count) {
        args[k] = *depth;
      } else if (is_consumed) {
        Var *array = author_owned(author, type, false);
        author_consume(author, array);
        args[k] = atom_var(array);
      } else {
        args[k] = author_value(author, type);
      }
    }
  }
  return exp_call(author->program, callee->fun, args, fun->param_count);
}

static void emit_call(Author *author, const Fun *fun, Exp *exp) {
  Stm *stm = author_emit(author, "called", exp);
  for (size_t k = 0; k < stm->var_count; k++) {
    const Result *result = &fun->results[k];
    const FuzzFacts *facts = facts_of(author, result->var);
    if (facts->has_range) facts_range(author, stm->vars[k], facts->low, facts->high);
    FuzzStorage roots = {NULL, 0};
    for (size_t j = 0; j < result->alias_count; j++)
      roots = roots_join(author, roots, atom_roots(author, exp->args[result->aliases[j]]));
    if (result->alias_count > 0) facts_of(author, stm->vars[k])->roots = roots;
  }
}

bool write_call(Author *author) {
  if (author->callees.count == 0) return false;
  Callee callee = author->callees.data[random_below(&author->random, author->callees.count)];
  if (author->work + author->multiplicity * callee.cost > author->work_limit) return false;
  if (callee.is_acting && author->is_unordered) return false;
  author->is_acting = author->is_acting || callee.is_acting;
  Atom depth = author_size(author, 3);
  emit_call(author, callee.fun, call_of(author, &callee, &depth));
  author->work += author->multiplicity * callee.cost;
  return true;
}

// `if depth <= 0 then .. else .. call itself with depth - 1 ..`
static void write_recursion(Author *author, const Callee *callee, FuzzFunPlan *plan) {
  Fun *fun = callee->fun;
  Program *program = author->program;
  Atom depth = atom_var(fun->params[fun->size_count].var);
  Atom is_done = author_op2(author, "done", OP_SLE, depth, atom_i64(0));
  Body *bodies[2];
  Atom results[SPEC_VARS * SPEC_LIMIT];
  Var *vars[SPEC_VARS * SPEC_LIMIT];
  size_t places[SPEC_LIMIT];
  for (size_t k = 0; k < 2; k++) {
    Frame frame;
    frame_enter(author, &frame, 1, true);
    if (k == 1) {
      Atom less = author_op2(author, "depth", OP_SUB, depth, atom_i64(1));
      for (size_t i = 1 + random_below(&author->random, 2); i > 0; i--)
        emit_call(author, fun, call_of(author, callee, &less));
    }
    author_statements(author, random_below(&author->random, 4));
    size_t next = 0;
    for (size_t j = 0; j < plan->count; j++) {
      Atom result = spec_value(author, &plan->specs[j], true, results, &next);
      if (atom_roots(author, result).count > 0)
        results[next - 1] =
            atom_var(author_let(author, "copy", exp_new(program, OP_COPY, &result, 1)));
    }
    bodies[k] = body_new(program, frame.stms, results, next);
    frame_leave(author, &frame);
  }
  size_t count = spec_vars(author, plan->specs, plan->count, vars, places);
  author_emit_as(author, exp_if(program, is_done, bodies[0], bodies[1]), vars, count);
  for (size_t k = 0; k < count; k++)
    results[k] = atom_var(vars[k]);
  fun->body = body_new(program, *author->builder.stms, results, count);
}

static void write_function(Author *author, size_t number) {
  Program *program = author->program;
  Callee callee = {.fun = arena_make(author->arena, Fun)};
  Fun *fun = callee.fun;
  callee.is_recursive = author_has(author, FEATURE_RECURSION) && random_chance(&author->random, 50);
  fun->name = intern_str(program->names, arena_printf(author->arena, "f%zu", number));
  if (random_chance(&author->random, 30)) {
    const char *wish = random_chance(&author->random, 50) ? "inline" : "noinline";
    vec_push(author->arena, &fun->attrs, intern_str(program->names, wish));
  }
  int64_t before = author->work;
  Frame frame;
  FuzzFunPlan plan = {0};
  author->is_acting = false;
  frame_enter(author, &frame, 1, true);
  choose_params(author, fun, callee.is_recursive);
  choose_results(author, fun, &plan);
  if (callee.is_recursive) {
    write_recursion(author, &callee, &plan);
  } else {
    author_statements(author, 1 + random_below(&author->random, 6));
    fun->body = fun_body(author, fun, &plan, &frame, false);
  }
  frame_leave(author, &frame);
  callee.cost = (author->work - before + 1) * (callee.is_recursive ? 12 : 1);
  author->work = before;
  callee.is_acting = author->is_acting;
  vec_push(author->arena, &program->funs, fun);
  vec_push(author->arena, &author->callees, callee);
}

void author_callees(Author *author, size_t count) {
  for (size_t k = 0; k < count; k++)
    write_function(author, k + 1);
}

void author_globals(Author *author, size_t count) {
  for (size_t k = 0; k < count; k++) {
    Global *global = arena_make(author->arena, Global);
    Spec specs[SPEC_LIMIT];
    size_t places[SPEC_LIMIT];
    size_t spec_count = choose_specs(author, specs);
    global->vars = arena_array(author->arena, Var *, SPEC_VARS * SPEC_LIMIT);
    global->var_count = spec_vars(author, specs, spec_count, global->vars, places);
    Frame frame;
    frame_enter(author, &frame, 1, true);
    author->is_unordered = true; // they are computed once, whoever runs how much
    author_statements(author, random_below(&author->random, 4));
    author->is_unordered = false;
    Atom results[SPEC_VARS * SPEC_LIMIT];
    size_t next = 0;
    for (size_t j = 0; j < spec_count; j++)
      spec_value(author, &specs[j], true, results, &next);
    global->body = body_new(author->program, frame.stms, results, next);
    frame_leave(author, &frame);
    for (size_t j = 0; j < global->var_count; j++)
      author_bind(author, global->vars[j], false);
    vec_push(author->arena, &author->program->globals, global);
  }
}
