// Versions of a nest of pars.
//
//   let ys: [n]f32 = par (i < n) { … par (j < m) … map y }
//     becomes, on the host,
//   let least: i64 = select (n < 32), 32768, 9223372036854775807
//   let ys: [n]f32 = if threshold "nested_1" for grid from nest, m, least
//     then loop (ys = room) for i < n do { … par@grid (j < m) … update ys[i] = y }
//     else par@grid (i < n) { … par@thread (j < m) … map y }
//
// When the outer par has few points and the inner ones many, the outer one runs as a loop and the
// inner ones on the whole pool. What is compared is the degree of parallelism of that version, the
// most points that a par inside has together with those in it; only what it must be at first
// depends on the outer par, so 1 forces the version, and a huge number forbids it. A sequential
// target always takes the second version. Only pars whose outputs are maps of regular values are
// split, and only a few in a program: code doubles.
//
// A nest that is one reduction or scan shares out all elements on a device, and needs no versions.
// Nor do maps in maps: all of their points are threads of one kernel.
//
// A function that points call has versions for the host too. At a point they are settled.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flat_internal.h"
#include "flat/wishes.h"
#include "ir/par.h"
#include "ir/walk.h"

enum {
  FEW_POINTS = 32,   // of an outer par: less than this may leave threads idle
  ENOUGH = 32768,    // points of an inner par that are worth the pool
  SMALL_SPACE = 1024 // a constant inner space up to this is not worth a version
};

// Does it only make rows of one value, and nests of such? That is not worth a version.
static bool is_fill(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->stms.count; i++) {
    const Exp *exp = thunk->stms.data[i]->exp;
    if (exp->op != OP_PAR || exp->as.par->has_epilogue || !is_fill(&exp->as.par->body))
      return false;
  }
  return true;
}

// The first par of the thunk with a space worth the pool, or NULL. A size that is only known inside
// is a matter of flattening.
static const Par *find_inner(Arena *arena, const Par *outer) {
  const Thunk *thunk = &outer->body;
  VarSet bound = bound_vars_stms(arena, &thunk->stms);
  if (is_fill(thunk)) return NULL;
  for (size_t i = 0; i < thunk->stms.count; i++) {
    const Exp *exp = thunk->stms.data[i]->exp;
    if (exp->op != OP_PAR || exp->as.par->rank != 1) continue;
    Dim dim = exp->as.par->space[0];
    if (dim.var && (dim.var == outer->indices[0] || varset_has(&bound, dim.var))) continue;
    if (!dim_is_varying(dim) && (dim.var || dim.size > SMALL_SPACE)) return exp->as.par;
  }
  return NULL;
}

static bool has_only_maps(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->consumed_count + par->acc_count > 0) return false;
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS)) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) return false;
  return stm->var_count > 0;
}

static bool is_plain_stm(const Stm *stm) {
  return stm->exp->op != OP_PAR && stm->exp->op != OP_CALL && stm->exp->op != OP_LOOP &&
         stm->exp->op != OP_IF && stm->exp->op != OP_SWITCH && stm->exp->op != OP_WITH_ACC;
}

// Are all values that the inner par binds results of the outer one?
static bool are_all_given(const Par *outer, const Par *inner) {
  for (size_t i = 0; i < outer->body.stms.count; i++) {
    const Stm *stm = outer->body.stms.data[i];
    for (size_t k = 0; stm->exp->op == OP_PAR && stm->exp->as.par == inner && k < stm->var_count;
         k++) {
      bool is_given = false;
      for (size_t j = 0; j < outer->body.output_count; j++)
        is_given = is_given || outer->body.outputs[j].values[0].var == stm->vars[k];
      if (!is_given) return false;
    }
  }
  return true;
}

// Is the nest one reduction or scan of a device, which shares out all elements, however few points
// there are?
static bool is_one_accumulation(const Par *outer, const Par *inner) {
  for (size_t i = 0; i < outer->body.stms.count; i++) {
    const Stm *stm = outer->body.stms.data[i];
    if (!is_plain_stm(stm) && (stm->exp->op != OP_PAR || stm->exp->as.par != inner)) return false;
  }
  for (size_t i = 0; i < inner->body.stms.count; i++)
    if (!is_plain_stm(inner->body.stms.data[i])) return false;
  for (size_t i = 0; i < inner->body.output_count; i++) {
    Mode mode = inner->body.outputs[i].mode;
    if (!mode_has(mode, TRAIT_FOLDS)) return false;
    if (mode_has(mode, TRAIT_RUNNING) && !are_all_given(outer, inner)) return false;
  }
  return !inner->has_epilogue;
}

// Is the nest one kernel of a device as it is: maps in maps, perhaps around a reduction or scan?
static bool is_one_kernel(Arena *arena, const Stm *stm) {
  const Stm *last = stm;
  for (const Stm *inner; (inner = nest_find(arena, last));)
    last = inner;
  const Par *par = last->exp->as.par;
  const Par *inner = par->rank == 1 ? find_inner(arena, par) : NULL;
  return inner ? is_one_accumulation(par, inner) : last != stm;
}

// How much the inner par must have, unless that is tuned: the outer one is shared out when it has
// points enough.
static Atom build_least(Flattener *flattener, Builder *builder, const Par *outer) {
  Atom is_few =
      build_binary(builder, "is_few", OP_SLT, dim_size(outer->space[0]), atom_i64(FEW_POINTS));
  Atom args[3] = {is_few, atom_i64(ENOUGH), atom_i64(INT64_MAX)};
  return atom_var(build_let(builder, "least", exp_new(flattener->program, OP_SELECT, args, 3)));
}

// Every iteration writes its own row, and nothing reads the others.
static Atom build_overwritten(Flattener *flattener, Builder *builder, const Type *type) {
  Var *room = build_room(flattener, builder, type);
  vec_last(builder->stms)->exp->as.par->is_overwritten = true;
  return atom_var(room);
}

static Body *loop_version(Flattener *flattener, const Stm *stm) {
  Program *program = flattener->program;
  const Par *par = stm->exp->as.par;
  size_t width = stm->var_count;
  Stms stms = {0}, inside = {0};
  Builder outer = builder_new(program, &stms, stm->span);
  Builder inner = builder_new(program, &inside, stm->span);
  Atom *inits = arena_array(program->arena, Atom, width);
  for (size_t i = 0; i < width; i++)
    inits[i] = build_overwritten(flattener, &outer, stm->vars[i]->type);
  Var **params = params_like(flattener, stm->vars, inits, width);
  Var *index = index_new(flattener, par->indices[0]->name, stm->span);
  Atom at = atom_var(index);
  Subst *subst = build_thunk(&inner, par, at);
  Atom *results = arena_array(program->arena, Atom, width);
  for (size_t i = 0; i < width; i++) {
    Atom value = subst_atom(subst, par->body.outputs[i].values[0]);
    results[i] = build_write(flattener, &inner, params[i], &at, 1, value);
  }
  Body *body = body_of(flattener, inside, results, width);
  Atom bound = dim_size(par->space[0]);
  Exp *loop = exp_for(flattener, params, inits, width, index, bound, body);
  Stm *result = build_infer(&outer, "rows", loop);
  return body_of(flattener, stms, atoms_of(flattener, result->vars, width), width);
}

static Body *par_version(Flattener *flattener, const Stm *stm) {
  Program *program = flattener->program;
  Stms stms = {0};
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  copy->certs = NULL;
  copy->cert_count = 0;
  map_put(flattener->settled, map_key(copy->exp->as.par), copy);
  vec_push(program->arena, &stms, copy);
  return body_of(flattener, stms, atoms_of(flattener, copy->vars, copy->var_count),
                 copy->var_count);
}

// Is it taken? That is tuned, unless the program wants it.
static Atom build_is_nested(Flattener *flattener, Builder *builder, const Par *outer,
                            const FlatWish *wish) {
  if (wish->wants_loop) return atom_bool(true);
  Atom amount = build_degree(builder, outer);
  Atom least = build_least(flattener, builder, outer);
  Threshold nested = {.name = flat_budget_take(&flattener->budget, "nested"),
                      .initial = THRESHOLD_NEST,
                      .level = PAR_GRID};
  Exp *threshold = exp_threshold_from(flattener->program, nested, amount, least);
  return atom_var(build_let(builder, "is_nested", threshold));
}

static bool has_par(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->stms.count; i++)
    if (thunk->stms.data[i]->exp->op == OP_PAR) return true;
  return false;
}

bool versions_split(Flattener *flattener, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  Program *program = flattener->program;
  FlatWish wish = flat_wish(stm);
  if (flattener->depth > 0 || par->level != PAR_ANY) return false;
  if (map_find(flattener->settled, map_key(par), NULL)) return false;
  const Par *inner = has_only_maps(stm) ? find_inner(program->arena, par) : NULL;
  if (inner && cost_code(&par->body) > COST_CODE_POINT) inner = NULL;
  if (!inner && wish.wants_loop && has_par(&par->body))
    flat_wish_refuse(flattener->diag, stm, &wish,
                     "only maps of regular rows run in order, around loops whose size is known in "
                     "front of them");
  if (!inner || wish.no_grid || wish.no_thread) return false;
  bool is_whole = flattener->is_for_device && is_one_kernel(program->arena, stm);
  if (is_whole && !wish.wants_loop) return false;
  if (!wish.wants_loop && !flat_budget_has(&flattener->budget, stm)) return false;
  Builder builder = builder_new(program, out, stm->span);
  Atom is_nested = build_is_nested(flattener, &builder, par, &wish);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Body *then_body = loop_version(flattener, stm), *else_body = par_version(flattener, stm);
  Stm *choice = build_stm(&builder, exp_if(program, is_nested, then_body, else_body), stm->vars,
                          stm->var_count);
  choice->attrs = stm->attrs;
  return true;
}

// ---- At points ----

typedef struct Settling {
  Mapper mapper;
  Subst *subst;    // results of a choice -> those of its last version
  Map *thresholds; // Var -> Stm
} Settling;

static Atom settle_use(Mapper *mapper, Atom atom) {
  const Settling *settling = mapper->context;
  return subst_atom(settling->subst, atom);
}

static bool has_unbound_result(const Program *program, const Body *body) {
  VarSet bound = bound_vars_stms(program->arena, &body->stms);
  for (size_t i = 0; i < body->result_count; i++)
    if (!body->results[i].var || !varset_has(&bound, body->results[i].var)) return true;
  return false;
}

// The last version takes the place of the choice. Its results must carry what the choice needs.
// Other branches stay, for their results may be sizes that need a name of their own.
static bool settle_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Settling *settling = mapper->context;
  Subst *subst = settling->subst;
  if (stm->exp->op == OP_THRESHOLD) {
    map_put(settling->thresholds, map_key(stm->vars[0]), stm);
    subst_add(subst, stm->vars[0], atom_bool(false));
    return true;
  }
  if (stm->exp->op != OP_IF || !stm->exp->args[0].var) return false;
  if (!map_find(settling->thresholds, map_key(stm->exp->args[0].var), NULL)) return false;
  Body *body = stm->exp->as.branches.bodies[1];
  if (stm->cert_count > 0 && has_unbound_result(mapper->program, body)) return false;
  for (size_t i = 0; i < body->stms.count; i++)
    needs_add(mapper->program, body->stms.data[i], stm);
  Stms settled = map_stms(mapper, body->stms);
  vec_append(mapper->program->arena, out, settled.data, settled.count);
  for (size_t i = 0; i < stm->var_count; i++)
    subst_add(subst, stm->vars[i], body->results[i]);
  return true;
}

Body *versions_settle(Program *program, Body *body) {
  Settling settling = {.subst = subst_new(program), .thresholds = map_new(program->arena)};
  settling.mapper =
      (Mapper){.program = program, .context = &settling, .use = settle_use, .stm = settle_stm};
  return map_body(&settling.mapper, body);
}
