// Calls: the function for all points at once.
//
//   par@grid (i < n) { … let (m, ys) = call f(k, xs, 5) … }
//     becomes
//   (ms, total, data) = call f_lifted(n, ks, xs data, xs offsets, 5)
//
//   fun f_lifted [w] (…) -> … = { if w > 0 then { the body of f over (q < w) } else { nothing } }
//
// Scalars that depend on the point are arrays over the points, arrays are elements with offsets and
// may lie anywhere: a row of an array is passed without being copied. What is the same at all
// points is passed as it is. There is one lifted function for each function and set of parameters
// that depend on the point; functions that call each other take all that depends on the point in
// any of their calls of each other, or there would be one for each such set. Recursion ends when
// there are no points left.
//
// The function is lifted where one point has much of the work; otherwise each point calls it by
// itself, on one thread.
#include "flat/flat_internal.h"
#include "flat/flatten.h"
#include "ir/rules.h"

typedef Vec(Param) Params;

bool flatten_can_lift_call(Lift *lift, const Stm *stm) {
  if (flatten_is_unstorable(stm)) return false;
  bool is_lifted = false;
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    if (atom_type(stm->exp->args[i])->kind == TYPE_ACC) return false;
    is_lifted = is_lifted || flatten_is_atom_at_point(lift, stm->exp->args[i]);
  }
  return is_lifted;
}

// ---- Lifted functions ----

typedef struct Lifting {
  Lift *lift;
  const Fun *fun;
  Fun *lifted;
  const bool *is_lifted; // per parameter
  Params params;
  Vec(Result) results;
  Subst *subst; // from the function to what is lifted
  Context *root;
} Lifting;

static Name lifted_name(Program *program, Name name) {
  for (unsigned i = 0;; i++) {
    const char *text = i == 0 ? arena_printf(program->arena, "%s_lifted", name)
                              : arena_printf(program->arena, "%s_lifted_%u", name, i);
    Name lifted = intern_str(program->names, text);
    if (!program_find(program, lifted)) return lifted;
  }
}

static Var *lifting_param(Lifting *lifting, const char *name, const Type *type) {
  Program *program = lifting->lift->program;
  Var *var = var_new(program, name, type, lifting->fun->span);
  vec_push(program->arena, &lifting->params, (Param){.var = var});
  return var;
}

static const Type *type_over(Program *program, Scalar scalar, Var *count) {
  Dim dim = dim_var(count);
  return type_array(program, scalar, 1, &dim);
}

// The elements of an array that each point has, of the dimensions that all points share.
static const Type *type_elements(const Lift *lift, const Type *type, Var *total) {
  size_t leading = leading_rank(lift, type), rank = 1 + type->rank - leading;
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i == 0 ? dim_var(total) : type->dims[leading - 1 + i];
  return type_array(lift->program, type->scalar, rank, dims);
}

// What stands for the parameter in the lifted function, and what its points know about it.
static void lift_param(Lifting *lifting, Var *param, bool is_lifted) {
  Lift *lift = lifting->lift;
  Program *program = lift->program;
  const Type *type = subst_type(lifting->subst, param->type);
  if (!is_lifted) {
    subst_add(lifting->subst, param, atom_var(lifting_param(lifting, param->name, type)));
    return;
  }
  Var *inner = var_like(program, param, type);
  map_put(lift->inside, map_key(inner), inner);
  subst_add(lifting->subst, param, atom_var(inner));
  Var *count = lifting->params.data[0].var;
  if (!type_is_array(type)) {
    Var *array = lifting_param(lifting, param->name, type_over(program, type->scalar, count));
    bind_at(lift, lifting->root, inner, array, NULL, lifting->root->pos);
    return;
  }
  Var *total = lifting_param(lifting, "total", type_scalar(SCALAR_I64));
  Var *data = lifting_param(lifting, param->name, type_elements(lift, type, total));
  Var *offsets = lifting_param(lifting, "offsets", type_over(program, SCALAR_I64, count));
  bind_at(lift, lifting->root, inner, data, offsets, lifting->root->pos);
}

static Var *lifting_result(Lifting *lifting, const char *name, const Type *type) {
  Program *program = lifting->lift->program;
  Var *var = var_new(program, name, type, lifting->fun->span);
  vec_push(program->arena, &lifting->results, (Result){.var = var});
  return var;
}

static void lift_result(Lifting *lifting, Var *result) {
  Lift *lift = lifting->lift;
  const Type *type = subst_type(lifting->subst, result->type);
  Var *inner = var_like(lift->program, result, type);
  map_put(lift->inside, map_key(inner), inner);
  subst_add(lifting->subst, result, atom_var(inner));
  Var *count = lifting->params.data[0].var;
  if (!type_is_array(type)) {
    lifting_result(lifting, result->name, type_over(lift->program, type->scalar, count));
    return;
  }
  Var *total = lifting_result(lifting, "total", type_scalar(SCALAR_I64));
  lifting_result(lifting, result->name, type_elements(lift, type, total));
}

// An array that nothing else has.
static Var *fresh(Lift *lift, Var *array, bool is_owned) {
  Atom atom = atom_var(array);
  if (is_owned) return array;
  return build_let(&lift->host, array->name, exp_new(lift->program, OP_COPY, &atom, 1));
}

void give_values(Lift *lift, Context *context, const Atom *values, Var *const *likes, size_t count,
                 Atoms *results) {
  Arena *arena = lift->program->arena;
  for (size_t i = 0; i < count; i++) {
    if (!type_is_array(likes[i]->type)) {
      Var *array = store_scalar(lift, context, values[i]);
      array = fresh(lift, array, made_take(lift, array));
      vec_push(arena, results, atom_var(array));
      continue;
    }
    Rows *rows = rows_of(lift, context, values[i].var);
    bool is_owned = rows->is_owned;
    rows->is_owned = false;
    Elements elements = point_elements(lift, context, values[i], likes[i]->type);
    vec_push(arena, results, elements.total);
    vec_push(arena, results, atom_var(fresh(lift, elements.data, is_owned)));
  }
}

Vars given_vars(Lift *lift, const Context *context, Var *const *vars, size_t count, Span span) {
  Program *program = lift->program;
  Vars given = {0};
  for (size_t i = 0; i < count; i++) {
    const Var *var = vars[i];
    Dim dim = dim_atom(context->count);
    const Type *type = type_array(program, var->type->scalar, 1, &dim);
    if (type_is_array(var->type)) {
      Var *total = var_new(program, "total", type_scalar(SCALAR_I64), span);
      vec_push(program->arena, &given, total);
      type = type_elements(lift, var->type, total);
    }
    vec_push(program->arena, &given, var_like(program, var, type));
  }
  return given;
}

void bind_values(Lift *lift, Context *context, Var *const *vars, size_t count, Var *const *given) {
  for (size_t i = 0, k = 0; i < count; i++) {
    Var *var = vars[i];
    if (!type_is_array(var->type)) {
      made_add(lift, given[k]);
      bind_element(lift, context, var, given[k++]);
      continue;
    }
    Var *data = given[++k];
    k++;
    made_add(lift, data);
    if (flatten_is_sized_inside(lift, var->type))
      bind_product(lift, context, var, data);
    else
      bind_regular(lift, context, var, data);
  }
}

// What it gives without points.
static Body *empty_body(Lift *lift, Var *const *vars, size_t count) {
  Stms stms = {0}, *around = lift->host.stms;
  lift->host.stms = &stms;
  Atom *results = arena_array(lift->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++) {
    const Type *type = vars[i]->type;
    results[i] = atom_i64(0);
    if (!type_is_array(type)) continue;
    Dim *dims = arena_array(lift->program->arena, Dim, type->rank);
    for (size_t k = 0; k < type->rank; k++)
      dims[k] = type->dims[k];
    // The elements of rows; their number is the result before.
    if (i > 0 && type->dims[0].var == vars[i - 1]) dims[0] = dim_const(0);
    results[i] = atom_var(host_room(lift, vars[i]->name, type->scalar, type->rank, dims, false));
  }
  lift->host.stms = around;
  return body_new(lift->program, stms, results, count);
}

// Variables like the results of a lifted function, whose types name parameters that the
// substitution knows.
static Var **result_vars(Program *program, const Fun *fun, Subst *subst) {
  Var **vars = arena_array(program->arena, Var *, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++) {
    Var *var = fun->results[i].var;
    vars[i] = var_like(program, var, subst_type(subst, var->type));
    subst_add(subst, var, atom_var(vars[i]));
  }
  return vars;
}

static void lift_body(Lifting *lifting) {
  Lift *lift = lifting->lift;
  Program *program = lift->program;
  Stms inside = {0}, stms = {0};
  lift->host.stms = &inside;
  Body *body = versions_settle(program, rename_body(program, lifting->fun->body, lifting->subst));
  lift_enter(lift, &body->stms);
  lift_stms(lift, lifting->root, &body->stms);
  Var **likes = arena_array(program->arena, Var *, lifting->fun->result_count);
  for (size_t i = 0; i < lifting->fun->result_count; i++)
    likes[i] = subst_atom(lifting->subst, atom_var(lifting->fun->results[i].var)).var;
  Atoms results = {0};
  give_values(lift, lifting->root, body->results, likes, body->result_count, &results);
  Body *some = body_new(program, inside, results.data, results.count);
  Builder builder = builder_new(program, &stms, lifting->fun->span);
  Var **vars = result_vars(program, lifting->lifted, subst_new(program));
  Body *none = empty_body(lift, vars, results.count);
  Atom is_some = build_binary(&builder, "is_some", OP_SLT, atom_i64(0), lifting->root->count);
  build_stm(&builder, exp_if(program, is_some, some, none), vars, results.count);
  Atom *atoms = arena_array(program->arena, Atom, results.count);
  for (size_t i = 0; i < results.count; i++)
    atoms[i] = atom_var(vars[i]);
  lifting->lifted->body = body_new(program, stms, atoms, results.count);
}

// ---- Which parameters are lifted ----

// Functions that call each other, lifted together. Were each call lifted by itself, every set of
// arguments that are the same at all points would have a function of its own.
typedef struct Widening {
  Walker walker;
  Program *program;
  const Fun *entry;
  const Fun *caller; // whose body is walked
  VarSet bound;      // in that body: different at each point
  Map *masks;        // Fun -> bool *: which of its parameters are lifted
  Vec(const Fun *) funs;
  bool has_changed;
} Widening;

// Do its arrays have one dimension each? Only then their elements lie in the same way whether or
// not their sizes depend on the point.
static bool has_plain_interface(const Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++)
    if (type_is_array(fun->params[i].var->type) && fun->params[i].var->type->rank > 1) return false;
  for (size_t i = 0; i < fun->result_count; i++)
    if (type_is_array(fun->results[i].var->type) && fun->results[i].var->type->rank > 1)
      return false;
  return true;
}

static bool is_lifted_param(const Fun *fun, const bool *mask, const Var *var) {
  for (size_t i = 0; i < fun->param_count; i++)
    if (fun->params[i].var == var) return mask[i];
  return false;
}

static bool *widening_mask(Widening *widening, const Fun *fun) {
  bool *mask = map_get(widening->masks, map_key(fun));
  if (mask) return mask;
  mask = arena_array(widening->program->arena, bool, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    mask[i] = false;
  map_put(widening->masks, map_key(fun), mask);
  vec_push(widening->program->arena, &widening->funs, fun);
  widening->has_changed = true;
  return mask;
}

static bool widening_enter(Walker *walker, Stm *stm) {
  Widening *widening = walker->context;
  Arena *arena = widening->program->arena;
  if (stm->exp->op != OP_CALL) return true;
  const Fun *callee = stm->exp->as.callee;
  if (!has_plain_interface(callee) || !fun_reaches(arena, callee, widening->entry)) return true;
  const bool *around = map_get(widening->masks, map_key(widening->caller));
  bool *mask = widening_mask(widening, callee);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    const Var *var = stm->exp->args[i].var;
    if (mask[i] || !var) continue;
    mask[i] = varset_has(&widening->bound, var) || is_lifted_param(widening->caller, around, var);
    widening->has_changed = widening->has_changed || mask[i];
  }
  return true;
}

// An array whose size depends on the point does so, too.
static void widen_arrays(Widening *widening, const Fun *fun, bool *mask) {
  for (size_t i = 0; i < fun->param_count; i++) {
    const Type *type = fun->params[i].var->type;
    for (size_t k = 0; k < type->rank && !mask[i]; k++) {
      mask[i] = type->dims[k].var && is_lifted_param(fun, mask, type->dims[k].var);
      widening->has_changed = widening->has_changed || mask[i];
    }
  }
}

// For the function, and all that it calls and that call it: which parameters are lifted when these
// of the function are.
static Map *lifted_masks(Flatten *flatten, const Fun *fun, const bool *is_lifted) {
  Program *program = flatten->program;
  Widening widening = {.program = program, .entry = fun, .masks = map_new(program->arena)};
  widening.walker = (Walker){.context = &widening, .enter = widening_enter};
  bool *mask = widening_mask(&widening, fun);
  for (size_t i = 0; i < fun->param_count; i++)
    mask[i] = is_lifted[i];
  if (!has_plain_interface(fun) || !fun_reaches(program->arena, fun, fun)) return widening.masks;
  while (widening.has_changed) {
    widening.has_changed = false;
    for (size_t i = 0; i < widening.funs.count; i++) {
      widening.caller = widening.funs.data[i];
      widening.bound = bound_vars_stms(program->arena, &widening.caller->body->stms);
      widen_arrays(&widening, widening.caller, map_get(widening.masks, map_key(widening.caller)));
      walk_body(&widening.walker, widening.caller->body);
    }
  }
  return widening.masks;
}

// ---- The function for many points ----

// The masks say which parameters depend on the point, and those of what it calls and calls it.
static Fun *lifted_fun(Flatten *flatten, const Fun *fun, Map *masks) {
  const bool *is_lifted = map_get(masks, map_key(fun));
  Program *program = flatten->program;
  StrBuf key = {0};
  strbuf_printf(&key, "%s ", fun->name);
  for (size_t i = 0; i < fun->param_count; i++)
    strbuf_puts(&key, is_lifted[i] ? "1" : "0");
  Name name = intern_str(program->names, strbuf_text(&key));
  strbuf_free(&key);
  Fun *known = map_get(flatten->lifted_funs, map_key(name));
  if (known) return known;
  Fun *lifted = arena_make(program->arena, Fun);
  *lifted = (Fun){.name = lifted_name(program, fun->name), .size_count = 1, .span = fun->span};
  map_put(flatten->lifted_funs, map_key(name), lifted);
  vec_push(program->arena, &program->funs, lifted);
  Stm nothing = {.span = fun->span};
  Lifting lifting = {.fun = fun, .lifted = lifted, .subst = subst_new(program)};
  lifting.lift = lift_new(flatten, NULL, &nothing);
  lifting.lift->masks = masks;
  Var *count = lifting_param(&lifting, "w", type_scalar(SCALAR_I64));
  Var *index = var_new(program, "q", type_scalar(SCALAR_I64), fun->span);
  lifting.root = context_root(lifting.lift, index, atom_var(count));
  for (size_t i = 0; i < fun->param_count; i++)
    lift_param(&lifting, fun->params[i].var, is_lifted[i]);
  for (size_t i = 0; i < fun->result_count; i++)
    lift_result(&lifting, fun->results[i].var);
  lifted->params = lifting.params.data;
  lifted->param_count = lifting.params.count;
  lifted->results = lifting.results.data;
  lifted->result_count = lifting.results.count;
  lift_body(&lifting);
  return lifted;
}

// ---- Arguments ----

// Is it a plain slice of an array of one dimension?
static bool is_plain_slice(const Stm *def) {
  const Exp *exp = def->exp;
  return exp->op == OP_SLICE && def->cert_count == 0 && !exp->as.selector.is_lmad &&
         exp->as.selector.rank == 1 && exp->args[0].var->type->rank == 1 &&
         atom_is_i64(exp->args[3], 1);
}

// A row that is a slice of an array of the host, or a slice of such a slice, is passed as that
// array and where it starts.
static bool pass_slice(Lift *lift, Context *context, Var *var, Atoms *args) {
  Builder builder = context_builder(lift, context);
  size_t first = context->prefix.count;
  Var *base = var;
  Atom start = atom_i64(0);
  while (flatten_is_at_point(lift, base)) {
    const Stm *def = context_find(context, base, NULL);
    if (!def || !is_plain_slice(def)) {
      context->prefix.count = first;
      return false;
    }
    start = build_binary(&builder, "start", OP_ADD, start, def->exp->args[1]);
    base = def->exp->args[0].var;
  }
  context_built(lift, context, first);
  vec_push(lift->program->arena, args, dim_size(base->type->dims[0]));
  vec_push(lift->program->arena, args, atom_var(base));
  vec_push(lift->program->arena, args, atom_var(store_scalar(lift, context, start)));
  return true;
}

// Where the elements of each point start when all have equally many.
static Var *regular_offsets(Lift *lift, Context *context, const Type *type) {
  Atom length = build_length(&lift->host, type, type->rank, NULL);
  Emission emission = emission_new(lift, context, false);
  emission_need(&emission, atom_var(context->pos));
  emission_begin(&emission);
  Atom pos = emission_atom(&emission, atom_var(context->pos));
  emission_map(&emission, build_binary(&emission.body, "offset", OP_MUL, pos, length));
  return emission_end(&emission, "offsets")->vars[0];
}

static void pass_array(Lift *lift, Context *context, Var *var, const Type *like, Atoms *args) {
  if (!flatten_is_at_point(lift, var)) {
    vec_push(lift->program->arena, args, dim_size(like->dims[0]));
    vec_push(lift->program->arena, args, atom_var(var));
    vec_push(lift->program->arena, args, atom_var(store_scalar(lift, context, atom_i64(0))));
    return;
  }
  Emission emission = emission_new(lift, context, true);
  emission_need(&emission, atom_var(var));
  emission_settle(&emission, true);
  if (pass_slice(lift, context, var, args)) return;
  Rows *rows = rows_of(lift, context, var);
  Elements elements = point_elements(lift, context, atom_var(var), like);
  Var *offsets =
      rows->segments ? rows->segments->offsets : regular_offsets(lift, context, var->type);
  vec_push(lift->program->arena, args, elements.total);
  vec_push(lift->program->arena, args, atom_var(elements.data));
  vec_push(lift->program->arena, args, atom_var(offsets));
}

// ---- Versions ----

Lambda *lambda_of(Program *program, Op op, Span span) {
  const Type *type = type_scalar(SCALAR_I64);
  Var *params[2] = {var_new(program, "a", type, span), var_new(program, "b", type, span)};
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, span);
  Atom result = build_binary(&builder, "c", op, atom_var(params[0]), atom_var(params[1]));
  return lambda_new(program, params, 2, body_new(program, stms, &result, 1));
}

Output output_reduce(Program *program, Op op, Atom value, Span span) {
  Output output = {.mode = MODE_REDUCE, .is_commutative = true, .value_count = 1, .span = span};
  output.op = lambda_of(program, op, span);
  output.neutral = arena_make(program->arena, Atom);
  *output.neutral = atom_i64(0);
  output.values = arena_make(program->arena, Atom);
  *output.values = value;
  return output;
}

bool build_work(Lift *lift, Context *context, const Stm *stm, FlattenWork *result) {
  Program *program = lift->program;
  Emission emission = emission_new(lift, context, false);
  Atom sum = atom_i64(0);
  Builder builder = context_builder(lift, context);
  size_t first = context->prefix.count;
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Var *var = stm->exp->args[i].var;
    if (!var || !type_is_array(var->type) || !flatten_is_sized_inside(lift, var->type)) continue;
    Atom length = build_length(&builder, var->type, leading_rank(lift, var->type), NULL);
    sum = build_binary(&builder, "work", OP_ADD, sum, length);
  }
  context_built(lift, context, first);
  if (!sum.var) return false;
  emission_need(&emission, sum);
  emission_settle(&emission, true);
  emission_begin(&emission);
  Atom work = emission_atom(&emission, sum);
  vec_push(program->arena, &emission.outputs, output_reduce(program, OP_ADD, work, stm->span));
  vec_push(program->arena, &emission.outputs, output_reduce(program, OP_SMAX, work, stm->span));
  Stm *made = emission_end(&emission, "work");
  *result = (FlattenWork){atom_var(made->vars[0]), atom_var(made->vars[1])};
  return true;
}

Atom build_is_flat(Flatten *flatten, Builder *host, Atom degree, Atom is_few) {
  Program *program = flatten->program;
  Atom args[3] = {is_few, atom_i64(1), atom_i64(INT64_MAX)};
  Atom least = atom_var(build_let(host, "least", exp_new(program, OP_SELECT, args, 3)));
  Threshold threshold = {.name = flat_budget_take(&flatten->budget, "flatten"), .level = PAR_GRID};
  Exp *exp = exp_threshold_from(program, threshold, degree, least);
  return atom_var(build_let(host, "is_flat", exp));
}

// Would each point call the function by itself, most of them would wait for the one that has most,
// or there are few.
static Atom build_is_lifted(Lift *lift, Context *context, const Stm *stm) {
  Builder *host = &lift->host;
  FlattenWork work;
  if (!build_work(lift, context, stm, &work)) {
    Atom few = atom_i64(lift->flatten->few->points);
    Atom is_few = build_binary(host, "is_few", OP_SLT, context->count, few);
    return build_is_flat(lift->flatten, host, context->count, is_few);
  }
  Atom share = build_binary(host, "share", OP_SQUOT, work.total, atom_i64(FLATTEN_PIECES));
  Atom is_large = build_binary(host, "is_large", OP_SLT, share, work.most);
  Atom is_worth = build_binary(host, "is_worth", OP_SLE, atom_i64(ENOUGH_WORK), work.total);
  is_large = build_binary(host, "is_large", OP_AND, is_large, is_worth);
  return build_is_flat(lift->flatten, host, work.total, is_large);
}

// Those of the function around the call, if it is one of those that call each other.
// Where a parameter is lifted, an argument may be the same at all points. But a matrix of which one
// size is, and another one is not, has another shape than one of which both are.
static Map *call_masks(Lift *lift, const Exp *call) {
  bool *is_lifted = arena_array(lift->program->arena, bool, call->arg_count);
  const bool *around = lift->masks ? map_get(lift->masks, map_key(call->as.callee)) : NULL;
  bool is_covered = around, is_plain = has_plain_interface(call->as.callee);
  for (size_t i = 0; i < call->arg_count; i++) {
    is_lifted[i] = flatten_is_atom_at_point(lift, call->args[i]);
    is_covered = is_covered && (is_plain ? around[i] || !is_lifted[i] : around[i] == is_lifted[i]);
  }
  return is_covered ? lift->masks : lifted_masks(lift->flatten, call->as.callee, is_lifted);
}

// The lifted function, for all points.
static Body *lifted_version(Lift *lift, Context *context, const Stm *stm) {
  Program *program = lift->program;
  const Exp *exp = stm->exp;
  Stms stms = {0};
  HostScope *scope = host_enter(lift, context, &stms);
  Map *masks = call_masks(lift, exp);
  const bool *is_lifted = map_get(masks, map_key(exp->as.callee));
  Atoms args = {0};
  vec_push(program->arena, &args, context->count);
  for (size_t i = 0; i < exp->arg_count; i++) {
    Atom arg = exp->args[i];
    if (!is_lifted[i])
      vec_push(program->arena, &args, arg);
    else if (type_is_array(atom_type(arg)))
      pass_array(lift, context, arg.var, arg.var->type, &args);
    else
      vec_push(program->arena, &args, atom_var(store_scalar(lift, context, arg)));
  }
  Fun *fun = lifted_fun(lift->flatten, exp->as.callee, masks);
  Stm *call =
      build_infer(&lift->host, exp->as.callee->name, exp_call(program, fun, args.data, args.count));
  checks_need(lift, call);
  host_leave(lift, scope);
  Atom *results = arena_array(program->arena, Atom, call->var_count);
  for (size_t i = 0; i < call->var_count; i++)
    results[i] = atom_var(call->vars[i]);
  return body_new(program, stms, results, call->var_count);
}

// Each point calls the function itself.
static Body *single_version(Lift *lift, Context *context, const Stm *stm) {
  Program *program = lift->program;
  Stms stms = {0};
  HostScope *scope = host_enter(lift, context, &stms);
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  context_add(lift, context, copy);
  map_put(lift->costly, map_key(copy), copy);
  store_stms(lift, context, &copy, 1);
  Atoms results = {0}, values = {0};
  for (size_t i = 0; i < copy->var_count; i++)
    vec_push(program->arena, &values, atom_var(copy->vars[i]));
  give_values(lift, context, values.data, copy->vars, copy->var_count, &results);
  host_leave(lift, scope);
  return body_new(program, stms, results.data, results.count);
}

void lift_call(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  checks_run(lift, context);
  Atom is_lifted = build_is_lifted(lift, context, stm);
  Body *lifted = lifted_version(lift, context, stm), *single = single_version(lift, context, stm);
  Vars vars = given_vars(lift, context, stm->vars, stm->var_count, stm->span);
  build_stm(&lift->host, exp_if(program, is_lifted, lifted, single), vars.data, vars.count);
  lift->certs = stm->certs;
  lift->cert_count = stm->cert_count;
  bind_values(lift, context, stm->vars, stm->var_count, vars.data);
  lift->certs = NULL;
  lift->cert_count = 0;
}
