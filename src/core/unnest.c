// unnest: irregular arrays become flat ones beside their lengths.
//
//   needs      Core
//   gives      Core in which only results of pars are irregular, and those are only reshaped to
//              regular arrays in the same list of statements
//   may skip   yes; core_to_flat does it then
//   cost       linear in the size of the program
//
//   fun sums [n] (s: [n]i64, xs: [n][s]f64)        fun sums [n, total] (s: [n]i64, xs: [total]f64)
//   -> … = {                                       -> … = {
//                                                    let d: seg[n] = seg_make s
//                                                    let o: [n]i64 = seg_offsets d
//     … par (i < n) {                                … par (i < n) {
//       let (m: i64, row: [m]f64) = index xs[i]        let m: i64 = index s[i]
//                                                      let at: i64 = index o[i]
//                                                      let row: [m]f64 = slice xs[at : m : 1]
//
//   let (s: [n]i64, ys: [n][s]f64) =               let (s: [n]i64, rows: [n][s]f64) =
//     par (i < n) { … map m  map row }               par (i < n) { … map m  map row }
//                                                  let d: seg[n] = seg_make s
//                                                  let total: i64 = seg_total d
//                                                  let ys: [total]f64 = reshape rows
//
// The elements of `[n][s][3]f64` are `[total][3]f64`: the dimensions up to the innermost varying
// one are one, as they are at an entry point. Lengths stay what they are; irregular lengths become
// flat like every array. The name of a total is carried along in telescopes, as a size. The result
// `rows` above is a join: the rows of the points one after the other.
//
// Shapes. A list of dimensions whose last one varies has a shape: its segments (the points of the
// dimensions up to the last one that something depends on), their lengths and offsets, and its
// total. `[n][s][t]` has a segment for each point of `[n][s]`, at `offsets_t[offsets_s[i] + j]`;
// `[n][m][s^1]` has n segments of `m * s[i]`; `[m][n][s]` is m times the shape `[n][s]`. Shapes are
// found by their dimensions, which are the same by name or by definition (analysis/sizes), so that
// equal shapes have one descriptor; the fields of a sequence of pairs share one, and what is
// checked about it is checked once. Shapes are made where an array with them is first bound;
// simplify drops those that nothing reads.
//
// Rows are views. `index xs[i]` is a slice of the elements; an irregular row has slices of its
// array's lengths and of its offsets, which count from another origin. Consecutive rows, and ranges
// in a row, are slices too. Other selections, `permute` and `concat@d` gather: for each point of
// the result its coordinates, and from them the place.
//
// Totals are sizes: they are passed, returned and carried by loops and branches in front of what
// has them. Descriptors are not; each scope makes its own. But functions are handed the offsets of
// those parameters that they look into (unnest_offsets.c): one that calls itself with the same
// array finds a row in constant time.
//
// Joins. A par that makes rows of different sizes keeps an irregular result, which is reshaped at
// once (doc/ir.md, "Joins"). Where the rows are irregular themselves, their elements are joined.
// Rows of different sizes are split by their numbers.
//
// Writes to irregular arrays write to the elements, at a position that is -1 where an index is
// outside its row.
//
// Checks. What the interpreter checks about irregular arrays in hand-written programs becomes
// asserts here; entry points compare lengths with elements.
#include "core/core.h"
#include "core/unnest_internal.h"
#include "ir/join.h"
#include "ir/map.h"
#include "ir/rules.h"
#include "ir/type.h"

// ---- Blocks ----

void block_open(Unnester *unnester, Block *block) {
  *block = (Block){.outer = unnester->builder.stms,
                   .shape_count = unnester->shapes.count,
                   .owner_count = unnester->owners.count,
                   .certs = unnester->builder.certs,
                   .cert_count = unnester->builder.cert_count};
  unnester->builder.stms = &block->stms;
  unnester->builder.cert_count = 0;
}

void block_close(Unnester *unnester, Block *block) {
  unnester->builder.stms = block->outer;
  unnester->builder.certs = block->certs;
  unnester->builder.cert_count = block->cert_count;
  unnester->shapes.count = block->shape_count;
  unnester->owners.count = block->owner_count;
}

Var *par_index_new(Unnester *unnester, const char *name) {
  return var_new(unnester->program, name, type_scalar(SCALAR_I64), unnester->builder.span);
}

Var *build_map(Unnester *unnester, Block *block, Var *index, Atom count, Atom value) {
  Program *program = unnester->program;
  block_close(unnester, block);
  Par *par = par_new_at(program, PAR_ANY, dim_atom(count), index);
  par->body.stms = block->stms;
  thunk_give_maps(program, &par->body, &value, 1, unnester->builder.span);
  return build_let(&unnester->builder, "elements", exp_par(program, par));
}

Atom *build_if(Unnester *unnester, Atom condition, Block *then_block, const Atom *then_results,
               Block *else_block, const Atom *else_results, size_t count) {
  Program *program = unnester->program;
  Exp *exp = exp_if(program, condition, body_new(program, then_block->stms, then_results, count),
                    body_new(program, else_block->stms, else_results, count));
  Stm *stm = build_infer(&unnester->builder, "at", exp);
  Atom *results = arena_array(program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    results[i] = atom_var(stm->vars[i]);
  return results;
}

void unnest_refuse(Unnester *unnester, const char *what) {
  diag_error(unnester->diag, ERROR_NO_PLACE, unnester->builder.span, "%s", what);
  unnester->has_failed = true;
}

// ---- Types and elements ----

bool unnest_is_nested(const Type *type) {
  if (type->kind == TYPE_ARRAY) return type_is_irregular(type);
  bool has_nested = false;
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    has_nested = has_nested || type_is_irregular(type->acc_types[i]);
  return has_nested;
}

const Type *collapsed_type(Unnester *unnester, const Type *type, size_t rank) {
  Arena *arena = unnester->program->arena;
  Vec(Dim) dims = {0};
  if (rank > 0) vec_push(arena, &dims, dim_atom(points_of(unnester, type->dims, rank)));
  size_t varying = varying_rank(type->dims, type->rank);
  if (varying > rank)
    vec_push(arena, &dims, dim_atom(points_of(unnester, type->dims + rank, varying - rank)));
  size_t first = varying > rank ? varying : rank;
  vec_append(arena, &dims, type->dims + first, type->rank - first);
  return type_array(unnester->program, type->scalar, dims.count, dims.data);
}

const Type *unnest_type(Unnester *unnester, const Type *type) {
  if (!unnest_is_nested(type)) return type;
  Program *program = unnester->program;
  if (type->kind == TYPE_ARRAY)
    return collapsed_type(unnester, type, varying_rank(type->dims, type->rank));
  const Type **types = arena_array(program->arena, const Type *, type->acc_count);
  for (size_t i = 0; i < type->acc_count; i++)
    types[i] = collapsed_type(unnester, type->acc_types[i], type->acc_rank);
  return type_acc(program, type->acc_count, types, 1);
}

Var *elements_of(Unnester *unnester, Var *var) {
  Var *elements = map_get(unnester->elements, map_key(var));
  return elements ? elements : var;
}

void elements_set(Unnester *unnester, Var *var, Var *elements) {
  map_put(unnester->elements, map_key(var), elements);
}

Atom unnest_atom(Unnester *unnester, Atom atom) {
  return atom.var ? atom_var(elements_of(unnester, atom.var)) : atom;
}

Atom *unnest_atoms(Unnester *unnester, const Atom *atoms, size_t count) {
  if (!atoms) return NULL;
  Atom *mapped = arena_array(unnester->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    mapped[i] = unnest_atom(unnester, atoms[i]);
  return mapped;
}

Var *build_reshape(Unnester *unnester, Var *array, const Type *type) {
  if (type_equal(array->type, type)) return array;
  Atom operand = atom_var(array);
  Var *shaped = var_like(unnester->program, array, type);
  build_stm(&unnester->builder, exp_new(unnester->program, OP_RESHAPE, &operand, 1), &shaped, 1);
  return shaped;
}

Var *collapse(Unnester *unnester, Var *array, size_t rank) {
  const Type *type = collapsed_type(unnester, array->type, rank);
  return build_reshape(unnester, elements_of(unnester, array), type);
}

void bind_elements(Unnester *unnester, Var *var, Var *elements) {
  const Type *type = unnest_type(unnester, var->type);
  if (unnest_is_nested(var->type)) {
    elements_set(unnester, var, build_reshape(unnester, elements, type));
    return;
  }
  Atom operand = atom_var(elements);
  build_stm(&unnester->builder, exp_new(unnester->program, OP_RESHAPE, &operand, 1), &var, 1);
}

// ---- Telescopes ----

static bool is_bound_by(Var *const *vars, size_t count, const Var *var) {
  for (size_t i = 0; i < count; i++)
    if (vars[i] == var) return true;
  return false;
}

// Does the shape depend on what the telescope binds?
static bool depends_on(const Dim *dims, size_t rank, Var *const *vars, size_t count) {
  for (size_t i = 0; i < rank; i++)
    if (dims[i].var && is_bound_by(vars, count, dims[i].var)) return true;
  return false;
}

// Does a shape of an earlier variable of the telescope have the same dimensions?
static bool is_planned(Var *const *vars, const UnnestPlan *plan, const Dim *dims, size_t rank) {
  for (size_t i = 0; i < plan->count; i++) {
    const Type *type = vars[plan->data[i].from]->type;
    if (!plan->data[i].is_total || varying_rank(type->dims, type->rank) != rank) continue;
    size_t same = 0;
    while (same < rank && dim_equal(type->dims[same], dims[same]))
      same++;
    if (same == rank) return true;
  }
  return false;
}

// Does this variable bring along the total of its shape? In a signature it does unless the shape is
// known; elsewhere a shape that is not the telescope's own is made known.
static bool brings_total(Unnester *unnester, Var *const *vars, size_t at, const UnnestPlan *plan,
                         bool is_signature) {
  const Type *type = vars[at]->type;
  if (!unnest_is_nested(type) || type->kind != TYPE_ARRAY) return false;
  size_t rank = varying_rank(type->dims, type->rank);
  if (is_planned(vars, plan, type->dims, rank) || shape_find(unnester, type->dims, rank))
    return false;
  if (is_signature || depends_on(type->dims, rank, vars, at)) return true;
  (void)points_of(unnester, type->dims, rank);
  return false;
}

// Totals stand before what has them. In a signature they stand at the end of the sizes, and lengths
// that are sizes stand after those.
static UnnestPlan plan_make(Unnester *unnester, Var *const *vars, size_t count, size_t size_count,
                            bool is_signature) {
  Arena *arena = unnester->program->arena;
  UnnestPlan sizes = {0}, values = {0};
  for (size_t i = 0; i < count; i++) {
    bool is_size = i < size_count && !type_is_array(vars[i]->type);
    UnnestPlan *plan = is_size || !is_signature ? &sizes : &values;
    if (brings_total(unnester, vars, i, &sizes, is_signature))
      vec_push(arena, &sizes, ((Slot){.is_total = true, .from = i}));
    vec_push(arena, plan, ((Slot){.from = i}));
  }
  vec_append(arena, &sizes, values.data, values.count);
  return sizes;
}

// Variables for the slots: those of regular type stay themselves. Shapes become known by the totals
// among them, but have no segments yet.
static Var **plan_bind(Unnester *unnester, const UnnestPlan *plan, Var *const *vars) {
  Program *program = unnester->program;
  Var **bound = arena_array(program->arena, Var *, plan->count);
  for (size_t i = 0; i < plan->count; i++) {
    Var *var = vars[plan->data[i].from];
    if (plan->data[i].is_total) {
      bound[i] = var_new(program, "total", type_scalar(SCALAR_I64), var->span);
      const Type *type = var->type;
      shape_declare(unnester, type->dims, varying_rank(type->dims, type->rank), atom_var(bound[i]));
      continue;
    }
    bound[i] = var;
    if (!unnest_is_nested(var->type)) continue;
    bound[i] = var_like(program, var, unnest_type(unnester, var->type));
    elements_set(unnester, var, bound[i]);
  }
  return bound;
}

// Finds the segments of the shapes that were declared since.
static void complete_since(Unnester *unnester, size_t first) {
  for (size_t i = first, end = unnester->shapes.count; i < end; i++)
    if (!unnester->shapes.data[i]->is_complete) shape_complete(unnester, unnester->shapes.data[i]);
}

// What fills the slots when these values fit the telescope.
static Atom *plan_atoms(Unnester *unnester, const UnnestPlan *plan, const Atom *atoms) {
  Atom *filled = arena_array(unnester->program->arena, Atom, plan->count);
  for (size_t i = 0; i < plan->count; i++) {
    Atom atom = atoms[plan->data[i].from];
    filled[i] = unnest_atom(unnester, atom);
    if (!plan->data[i].is_total) continue;
    const Type *type = atom_type(atom);
    filled[i] = points_of(unnester, type->dims, varying_rank(type->dims, type->rank));
  }
  return filled;
}

// ---- Bodies ----

static Body *unnest_body(Unnester *unnester, const Body *body, const UnnestPlan *plan) {
  Block block;
  block_open(unnester, &block);
  unnest_stms(unnester, &body->stms);
  Atom *results = plan_atoms(unnester, plan, body->results);
  block_close(unnester, &block);
  return body_new(unnester->program, block.stms, results, plan->count);
}

Lambda *unnest_lambda(Unnester *unnester, const Lambda *lambda) {
  if (!lambda) return NULL;
  Program *program = unnester->program;
  UnnestPlan params = plan_make(unnester, lambda->params, lambda->param_count, 0, false);
  Var **bound = plan_bind(unnester, &params, lambda->params);
  UnnestPlan results = {0};
  for (size_t i = 0; i < lambda->body->result_count; i++)
    vec_push(program->arena, &results, ((Slot){.from = i}));
  return lambda_new(program, bound, params.count, unnest_body(unnester, lambda->body, &results));
}

static void unnest_branches(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  UnnestPlan plan = plan_make(unnester, stm->vars, stm->var_count, 0, false);
  Exp *exp = exp_new(program, stm->exp->op, stm->exp->args, stm->exp->arg_count);
  exp->as.branches = stm->exp->as.branches;
  exp->as.branches.bodies = arena_array(program->arena, Body *, exp->as.branches.body_count);
  for (size_t i = 0; i < exp->as.branches.body_count; i++)
    exp->as.branches.bodies[i] = unnest_body(unnester, stm->exp->as.branches.bodies[i], &plan);
  size_t first = unnester->shapes.count;
  Var **vars = plan_bind(unnester, &plan, stm->vars);
  build_stm(&unnester->builder, exp, vars, plan.count)->attrs = stm->attrs;
  complete_since(unnester, first);
}

static void unnest_loop(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  const Loop *old = stm->exp->as.loop;
  UnnestPlan plan = plan_make(unnester, old->params, old->param_count, 0, false);
  Loop *loop = arena_make(program->arena, Loop);
  *loop = *old;
  loop->param_count = plan.count;
  Atom *inits = plan_atoms(unnester, &plan, stm->exp->args);
  Atom bound = old->index ? loop_bound(stm->exp) : atom_i64(0);
  size_t first = unnester->shapes.count;
  loop->params = plan_bind(unnester, &plan, old->params);
  Block block;
  if (old->condition) {
    block_open(unnester, &block);
    for (size_t i = first, end = unnester->shapes.count; i < end; i++) {
      const Shape *shape = unnester->shapes.data[i];
      Shape *again = shape_declare(unnester, shape->dims, shape->rank, shape->total);
      shape_complete(unnester, again);
    }
    unnest_stms(unnester, &old->condition->stms);
    Atom result = old->condition->results[0];
    block_close(unnester, &block);
    loop->condition = body_new(program, block.stms, &result, 1);
  }
  block_open(unnester, &block);
  complete_since(unnester, first);
  unnest_stms(unnester, &old->body->stms);
  Atom *results = plan_atoms(unnester, &plan, old->body->results);
  block_close(unnester, &block);
  loop->body = body_new(program, block.stms, results, plan.count);
  unnester->shapes.count = first;
  Var **vars = plan_bind(unnester, &plan, stm->vars);
  build_stm(&unnester->builder, exp_loop(program, loop, inits, bound), vars, plan.count)->attrs =
      stm->attrs;
  complete_since(unnester, first);
}

// ---- Functions ----

typedef struct FunPlan {
  UnnestPlan params, results;
  Var **old_params;
  size_t old_sizes;    // how many of them were sizes
  Fun before;          // the function as it was
  Vec(Shape *) shapes; // that the parameters make known
  Vec(size_t) handed;  // old parameters whose offsets are handed too
} FunPlan;

static Exp *call_of(Unnester *unnester, const Stm *stm, const FunPlan *plan) {
  Program *program = unnester->program;
  Atoms args = {0};
  vec_append(program->arena, &args, plan_atoms(unnester, &plan->params, stm->exp->args),
             plan->params.count);
  for (size_t i = 0; i < plan->handed.count; i++) {
    const Type *type = atom_type(stm->exp->args[plan->handed.data[i]]);
    size_t rank = varying_rank(type->dims, type->rank);
    vec_push(program->arena, &args, shape_handed(unnester, type->dims, rank));
  }
  return exp_call(program, stm->exp->as.callee, args.data, args.count);
}

static void unnest_call(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  const FunPlan *plan = map_get(unnester->signatures, map_key(stm->exp->as.callee));
  Exp *exp = call_of(unnester, stm, plan);
  Signature signature;
  StrBuf why = {0};
  if (!exp_infer(program, exp, NULL, 0, &signature, &why))
    INTERNAL_ERROR("unnest built a wrong call: %s", strbuf_text(&why));
  strbuf_free(&why);
  size_t count = plan->results.count, first = unnester->shapes.count;
  Var **vars = arena_array(program->arena, Var *, count);
  for (size_t i = 0; i < count; i++) {
    Var *var = stm->vars[plan->results.data[i].from];
    bool is_total = plan->results.data[i].is_total;
    vars[i] = is_total ? var_new(program, "total", type_scalar(SCALAR_I64), var->span)
              : unnest_is_nested(var->type) ? var_like(program, var, NULL)
                                            : var;
  }
  signature_name(program, &signature, vars);
  build_stm(&unnester->builder, exp, vars, count)->attrs = stm->attrs;
  for (size_t i = 0; i < count; i++) {
    const Type *type = stm->vars[plan->results.data[i].from]->type;
    size_t rank = varying_rank(type->dims, type->rank);
    if (plan->results.data[i].is_total && !shape_find(unnester, type->dims, rank))
      shape_declare(unnester, type->dims, rank, atom_var(vars[i]));
  }
  for (size_t i = 0; i < count; i++) {
    Var *var = stm->vars[plan->results.data[i].from];
    if (vars[i] != var && !plan->results.data[i].is_total) bind_elements(unnester, var, vars[i]);
  }
  complete_since(unnester, first);
}

static size_t slot_of(const UnnestPlan *plan, size_t from) {
  size_t at = 0;
  while (plan->data[at].is_total || plan->data[at].from != from)
    at++;
  return at;
}

// How many of the slots are sizes, when the first `count` variables were.
static size_t count_sizes(const UnnestPlan *plan, Var *const *vars, size_t count) {
  size_t sizes = 0;
  for (size_t i = 0; i < plan->count; i++) {
    size_t from = plan->data[i].from;
    bool is_size = from < count && !type_is_array(vars[from]->type);
    sizes += plan->data[i].is_total || is_size ? 1 : 0;
  }
  return sizes;
}

// The outside does not see lengths that are sizes of results.
static void hide_lengths(Unnester *unnester, const Fun *fun, Var *const *vars, UnnestPlan *plan) {
  UnnestPlan shown = {0};
  for (size_t i = 0; i < plan->count; i++) {
    size_t from = plan->data[i].from;
    bool is_hidden =
        !plan->data[i].is_total && from < fun->result_size_count && type_is_array(vars[from]->type);
    if (!is_hidden) vec_push(unnester->program->arena, &shown, plan->data[i]);
  }
  *plan = shown;
}

static void unnest_results(Unnester *unnester, Fun *fun, FunPlan *plan) {
  Program *program = unnester->program;
  Var **vars = arena_array(program->arena, Var *, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++)
    vars[i] = fun->results[i].var;
  plan->results = plan_make(unnester, vars, fun->result_count, fun->result_size_count, true);
  if (fun->entry) hide_lengths(unnester, fun, vars, &plan->results);
  Var **bound = plan_bind(unnester, &plan->results, vars);
  Result *results = arena_array(program->arena, Result, plan->results.count);
  for (size_t i = 0; i < plan->results.count; i++) {
    results[i].var = bound[i];
    if (plan->results.data[i].is_total) continue;
    const Result *old = &fun->results[plan->results.data[i].from];
    results[i].alias_count = old->alias_count;
    results[i].aliases = arena_array(program->arena, uint32_t, old->alias_count);
    for (size_t k = 0; k < old->alias_count; k++)
      results[i].aliases[k] = (uint32_t)slot_of(&plan->params, old->aliases[k]);
  }
  fun->results = results;
  fun->result_size_count = count_sizes(&plan->results, vars, fun->result_size_count);
  fun->result_count = plan->results.count;
}

// Totals and the shapes that they make known are in the same order.
static void hand_offsets(Unnester *unnester, Fun *fun, FunPlan *plan) {
  Program *program = unnester->program;
  Vec(Param) params = {0};
  vec_append(program->arena, &params, fun->params, fun->param_count);
  for (size_t i = 0, shape = 0; i < plan->params.count; i++) {
    if (!plan->params.data[i].is_total) continue;
    Var *offsets = shape_hand(unnester, plan->shapes.data[shape++]);
    if (!offsets) continue;
    vec_push(program->arena, &params, (Param){.var = offsets});
    vec_push(program->arena, &plan->handed, plan->params.data[i].from);
  }
  fun->params = params.data;
  fun->param_count = params.count;
  map_put(unnester->handed, map_key(fun), &plan->handed.count);
}

static void unnest_signature(Unnester *unnester, Fun *fun) {
  Program *program = unnester->program;
  FunPlan *plan = arena_make(program->arena, FunPlan);
  Var **vars = arena_array(program->arena, Var *, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    vars[i] = fun->params[i].var;
  plan->old_params = vars;
  plan->old_sizes = fun->size_count;
  plan->before = *fun;
  size_t first = unnester->shapes.count;
  plan->params = plan_make(unnester, vars, fun->param_count, fun->size_count, true);
  Var **bound = plan_bind(unnester, &plan->params, vars);
  vec_append(program->arena, &plan->shapes, unnester->shapes.data + first,
             unnester->shapes.count - first);
  Param *params = arena_array(program->arena, Param, plan->params.count);
  for (size_t i = 0; i < plan->params.count; i++) {
    params[i].var = bound[i];
    params[i].is_consumed =
        !plan->params.data[i].is_total && fun->params[plan->params.data[i].from].is_consumed;
  }
  fun->params = params;
  fun->size_count = count_sizes(&plan->params, vars, fun->size_count);
  fun->param_count = plan->params.count;
  if (!fun->entry) hand_offsets(unnester, fun, plan);
  unnest_results(unnester, fun, plan);
  unnester->shapes.count = first;
  map_put(unnester->signatures, map_key(fun), plan);
}

// What fits its type by a certificate: fields of one sequence share it.
typedef struct Check {
  Var *cert;
  Vars checked;
} Check;

typedef Vec(Check) Checks;

static void checks_add(Unnester *unnester, Checks *checks, Var *cert, Var *checked) {
  Arena *arena = unnester->program->arena;
  size_t i = 0;
  while (i < checks->count && checks->data[i].cert != cert)
    i++;
  if (i == checks->count) vec_push(arena, checks, (Check){.cert = cert});
  vec_push(arena, &checks->data[i].checked, checked);
}

static void unnest_fun(Unnester *unnester, Fun *fun) {
  Program *program = unnester->program;
  const FunPlan *plan = map_get(unnester->signatures, map_key(fun));
  Block block;
  block_open(unnester, &block);
  unnester->builder.span = fun->span;
  size_t first = unnester->shapes.count;
  unnester->before = &plan->before;
  unnester->scratch = arena_new();
  vec_append(program->arena, &unnester->shapes, plan->shapes.data, plan->shapes.count);
  Checks checks = {0};
  for (size_t i = 0; fun->entry && i < plan->params.count; i++) {
    Var *old = plan->old_params[plan->params.data[i].from];
    if (plan->params.data[i].is_total || !unnest_is_nested(old->type)) continue;
    Var *cert = check_entry(unnester, fun, old, fun->params[i].var,
                            plan->params.data[i].from - plan->old_sizes);
    checks_add(unnester, &checks, cert, elements_of(unnester, old));
    unnester->builder.cert_count = 0;
  }
  complete_since(unnester, first);
  unnest_stms(unnester, &fun->body->stms);
  Atom *results = plan_atoms(unnester, &plan->results, fun->body->results);
  give_results(unnester, fun, results, plan->results.count);
  for (size_t i = 0; i < checks.count; i++)
    keep_check(unnester, checks.data[i].cert, &checks.data[i].checked, results,
               plan->results.count);
  block_close(unnester, &block);
  fun->body = body_new(program, block.stms, results, plan->results.count);
  arena_free(unnester->scratch);
  unnester->before = NULL;
  unnester->sizes = NULL;
}

// A global for what the block made, unless it has sizes from inside; the shape then only has a name
// for its total, and is completed where it is needed.
static Global *export_shape(Unnester *unnester, Shape *shape, Block *block) {
  Program *program = unnester->program;
  Vars made = {0};
  Atoms results = {0};
  Var **parts[2] = {&shape->lengths, &shape->offsets};
  for (size_t i = 0; i < 2; i++) {
    Var *part = *parts[i], *size = part->type->dims[0].var;
    if (!stms_bind(&block->stms, part)) continue;
    if (size && stms_bind(&block->stms, size)) return NULL;
    Atom copied = atom_var(part);
    unnester->builder.stms = &block->stms;
    copied =
        atom_var(build_let(&unnester->builder, part->name, exp_new(program, OP_COPY, &copied, 1)));
    unnester->builder.stms = block->outer;
    vec_push(program->arena, &results, copied);
    *parts[i] = var_like(program, part, part->type);
    vec_push(program->arena, &made, *parts[i]);
  }
  Global *global = arena_make(program->arena, Global);
  *global = (Global){.vars = made.data,
                     .var_count = made.count,
                     .body = body_new(program, block->stms, results.data, results.count),
                     .span = unnester->builder.span};
  return global;
}

// Its shapes stay known in what follows. Their segments are globals too.
static void unnest_global(Unnester *unnester, Global *global) {
  Program *program = unnester->program;
  UnnestPlan plan = plan_make(unnester, global->vars, global->var_count, 0, true);
  unnester->builder.span = global->span;
  global->body = unnest_body(unnester, global->body, &plan);
  size_t first = unnester->shapes.count;
  global->vars = plan_bind(unnester, &plan, global->vars);
  global->var_count = plan.count;
  vec_push(program->arena, &program->globals, global);
  for (size_t i = first, end = unnester->shapes.count; i < end; i++) {
    Shape *shape = unnester->shapes.data[i];
    if (shape->free > 0) continue;
    Shape incomplete = *shape;
    Block block;
    block_open(unnester, &block);
    shape_complete(unnester, shape);
    block_close(unnester, &block);
    Global *segments = export_shape(unnester, shape, &block);
    if (segments) {
      segments->is_late = global->is_late;
      vec_push(program->arena, &program->globals, segments);
    } else {
      *shape = incomplete;
    }
  }
}

// ---- Statements ----

// One whose operands merely pass through: copy, opaque.
static void unnest_through(Unnester *unnester, const Stm *stm) {
  Program *program = unnester->program;
  Atom *args = unnest_atoms(unnester, stm->exp->args, stm->exp->arg_count);
  Exp *exp = exp_new(program, stm->exp->op, args, stm->exp->arg_count);
  Var **vars = arena_array(program->arena, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    vars[i] = stm->vars[i];
    if (!unnest_is_nested(vars[i]->type)) continue;
    vars[i] = var_like(program, stm->vars[i], args[i].var->type);
    elements_set(unnester, stm->vars[i], vars[i]);
  }
  build_stm(&unnester->builder, exp, vars, stm->var_count)->attrs = stm->attrs;
}

// Does the statement itself deal with irregular arrays?
static bool is_concerned(const Stm *stm) {
  Op op = stm->exp->op;
  if (op_has(op, FLAG_BODIES) || op == OP_CALL) return true;
  bool has_nested = false;
  for (size_t i = 0; i < stm->var_count; i++)
    has_nested = has_nested || unnest_is_nested(stm->vars[i]->type);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    has_nested = has_nested || unnest_is_nested(atom_type(stm->exp->args[i]));
  return has_nested;
}

static void unnest_stm(Unnester *unnester, Stm *stm) {
  switch (stm->exp->op) {
  case OP_INDEX: unnest_index(unnester, stm); return;
  case OP_SLICE: unnest_slice(unnester, stm); return;
  case OP_UPDATE: unnest_update(unnester, stm); return;
  case OP_RESHAPE:
  case OP_COERCE: unnest_shaped(unnester, stm); return;
  case OP_PERMUTE: unnest_permute(unnester, stm); return;
  case OP_CONCAT: unnest_concat(unnester, stm); return;
  case OP_ARRAY: unnest_literal(unnester, stm); return;
  case OP_COPY:
  case OP_OPAQUE: unnest_through(unnester, stm); return;
  case OP_ACC_UPDATE: unnest_acc_update(unnester, stm); return;
  case OP_IF:
  case OP_SWITCH: unnest_branches(unnester, stm); return;
  case OP_LOOP: unnest_loop(unnester, stm); return;
  case OP_CALL: unnest_call(unnester, stm); return;
  case OP_PAR: unnest_par(unnester, stm); return;
  case OP_WITH_ACC: unnest_with_acc(unnester, stm); return;
  case OP_ASSERT:
  case OP_EFFECT:
  case OP_RECEIVE:
  case OP_THRESHOLD:
  case OP_SEG_MAKE:
  case OP_SEG_LENGTHS:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS:
  case OP_ALLOC:
#include "ir/scalar_cases.def"
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("`%s` takes no irregular array", op_info(stm->exp->op)->text);
}

void unnest_stms(Unnester *unnester, const Stms *stms) {
  Builder around = unnester->builder;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (!is_concerned(stm)) {
      vec_push(unnester->program->arena, unnester->builder.stms, stm);
      continue;
    }
    unnester->builder.span = stm->span;
    unnester->builder.certs = stm->certs;
    unnester->builder.cert_count = stm->cert_count;
    unnest_stm(unnester, stm);
  }
  unnester->builder.span = around.span;
  unnester->builder.certs = around.certs;
  unnester->builder.cert_count = around.cert_count;
}

// ---- What there is to do ----

// Are lengths among the sizes of its results?
static bool hides_lengths(const Fun *fun) {
  for (size_t i = 0; i < fun->result_size_count; i++)
    if (type_is_array(fun->results[i].var->type)) return true;
  return false;
}

static bool find_splits(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  *is_found = *is_found || (stm->exp->op == OP_PAR && unnest_has_sized_splits(stm->exp->as.par));
  return !*is_found;
}

static bool has_irregular(Program *program) {
  Arena *scratch = arena_new();
  NoJoin found;
  bool is_found = find_no_join(scratch, program, &found);
  arena_free(scratch);
  Walker walker = {.context = &is_found, .enter = find_splits};
  if (!is_found) walk_program(&walker, program);
  for (size_t i = 0; i < program->funs.count && !is_found; i++) {
    const Fun *fun = program->funs.data[i];
    is_found = hides_lengths(fun);
    for (size_t k = 0; k < fun->size_count && !is_found; k++)
      is_found = type_is_array(fun->params[k].var->type);
  }
  return is_found;
}

// ---- Entry points that are called ----

// Inside the program the lengths that an entry point hides are results like others.
static Fun *whole_callee(Mapper *mapper, Fun *fun) {
  Map *copies = mapper->context;
  if (!fun->entry || !hides_lengths(fun)) return fun;
  Fun *copy = map_get(copies, map_key(fun));
  if (copy) return copy;
  copy = fun_copy(mapper->program, fun);
  map_put(copies, map_key(fun), copy);
  vec_push(mapper->program->arena, &mapper->program->funs, copy);
  return copy;
}

static void copy_called_entries(Program *program) {
  Mapper mapper = {.program = program, .context = map_new(program->arena), .callee = whole_callee};
  map_program(&mapper, program);
}

// ---- The pass ----

Program *unnest_program(Program *program, Diag *diag) {
  if (!has_irregular(program)) return program;
  copy_called_entries(program);
  Unnester unnester = {.program = program,
                       .diag = diag,
                       .elements = map_new(program->arena),
                       .signatures = map_new(program->arena),
                       .handed = map_new(program->arena),
                       .builder = builder_new(program, NULL, SPAN_NONE)};
  for (size_t i = 0; i < program->funs.count; i++)
    unnest_signature(&unnester, program->funs.data[i]);
  Global **globals = program->globals.data;
  size_t global_count = program->globals.count;
  program->globals.data = NULL;
  program->globals.count = program->globals.capacity = 0;
  for (size_t i = 0; i < global_count; i++)
    unnest_global(&unnester, globals[i]);
  for (size_t i = 0; i < program->funs.count; i++)
    unnest_fun(&unnester, program->funs.data[i]);
  drop_handed(&unnester);
  return unnester.has_failed ? NULL : program;
}

static Program *unnest_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  return unnest_program(program, diag);
}

const Pass pass_unnest = {.name = "unnest",
                          .purpose = "make irregular arrays flat, beside their lengths",
                          .from = LEVEL_CORE,
                          .to = LEVEL_CORE,
                          .breaks = PROPERTY_SIMPLE,
                          .run = unnest_run};
