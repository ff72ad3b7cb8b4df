// core_to_flat: gives each par its level.
//
//   needs      Core
//   gives      Flat: every par has a level, no operator combines arrays
//   may skip   no, it leads to the next level
//
//   par (i < n) { … par (j < m) { … } … }      par@grid (i < n) { … par@thread (j < m) { … } … }
//   … call f(x) inside a par                    … call f_inner(x), whose pars are at thread
//
// Irregular arrays that are left become flat first (core/unnest.c). A par that asks for a level
// keeps it where the levels around allow that; `block` is a level of devices, directly inside
// `grid`, and means `thread` elsewhere.
#include "core/core.h"
#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/walk.h"

// ---- Functions inside pars ----

typedef struct LevelSearch {
  Walker walker;
  Flattener *flattener;
  bool is_found;
} LevelSearch;

static bool search_enter(Walker *walker, Stm *stm) {
  LevelSearch *search = walker->context;
  Op op = stm->exp->op;
  if (op == OP_PAR) search->is_found = true;
  if (op == OP_CALL &&
      map_find(search->flattener->parallel_funs, map_key(stm->exp->as.callee), NULL))
    search->is_found = true;
  return !search->is_found;
}

// Finds the functions with a par in them or in what they call, to a fixed point.
static void find_parallel_funs(Flattener *flattener) {
  Program *program = flattener->program;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < program->funs.count; i++) {
      Fun *fun = program->funs.data[i];
      if (map_find(flattener->parallel_funs, map_key(fun), NULL)) continue;
      LevelSearch search = {.flattener = flattener};
      search.walker = (Walker){.context = &search, .enter = search_enter};
      walk_body(&search.walker, fun->body);
      if (!search.is_found) continue;
      map_put(flattener->parallel_funs, map_key(fun), fun);
      has_changed = true;
    }
  }
}

static Fun *inner_callee(Mapper *mapper, Fun *fun) {
  Flattener *flattener = mapper->context;
  if (flattener->depth == 0 || !map_find(flattener->parallel_funs, map_key(fun), NULL)) return fun;
  Fun *inner = map_get(flattener->inner_funs, map_key(fun));
  if (inner) return inner;
  inner = fun_copy(flattener->program, fun);
  inner->body = versions_settle(flattener->program, inner->body);
  map_put(flattener->inner_funs, map_key(fun), inner);
  // A copy that calls itself calls the copy.
  map_put(flattener->inner_funs, map_key(inner), inner);
  vec_push(flattener->program->arena, &flattener->program->funs, inner);
  return inner;
}

// ---- Levels ----

static ParLevel level_for(const Flattener *flattener, ParLevel request) {
  bool is_block = request == PAR_BLOCK && flattener->is_for_device && flattener->depth == 1;
  if (flattener->depth > 0) return is_block ? PAR_BLOCK : PAR_THREAD;
  switch (request) {
  case PAR_ANY:
  case PAR_GRID: return PAR_GRID;
  case PAR_BLOCK:
  case PAR_THREAD: return PAR_THREAD;
  }
  INTERNAL_ERROR("a par at no level");
}

// ---- Pars without a space ----

static Atom spliced_use(Mapper *mapper, Atom atom) {
  Flattener *flattener = mapper->context;
  return subst_atom(flattener->spliced, atom);
}

static bool runs_once(const Par *par) {
  if (par->rank > 0 || par->has_epilogue || par->consumed_count + par->acc_count > 0) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    // The lengths of an irregular array are a result too, by which its type knows them.
    if (!mode_has(output->mode, TRAIT_ELEMENTS) || type_is_irregular(atom_type(output->values[0])))
      return false;
  }
  return true;
}

// Does one of the first `count` outputs give the very same value as this one?
static bool is_given_among(const Par *par, size_t count, size_t position) {
  for (size_t i = 0; i < count; i++)
    if (i != position &&
        atom_equal(par->body.outputs[i].values[0], par->body.outputs[position].values[0]))
      return true;
  return false;
}

// A par that runs once is its statements. What it gives is fresh.
static void splice_once(Flattener *flattener, const Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->body.stms.count && stm->cert_count > 0; i++)
    needs_add(flattener->program, par->body.stms.data[i], stm);
  Stms mapped = map_stms(&flattener->mapper, par->body.stms);
  vec_append(flattener->program->arena, out, mapped.data, mapped.count);
  Builder builder = builder_new(flattener->program, out, stm->span);
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom value = map_atom(&flattener->mapper, par->body.outputs[i].values[0]);
    if (!flat_is_fresh_in(&mapped, value) || is_given_among(par, par->body.output_count, i))
      value = build_owned(&builder, value);
    // A size that was bound by the par keeps a name of its own: types around it say that it varies,
    // or tell it apart from another one that is equally large. Types name the first of several.
    bool is_own = value.var && stms_bind(&mapped, value.var) && !is_given_among(par, i, i);
    if (type_is_scalar(atom_type(value), SCALAR_I64) && !is_own)
      value = build_binary(&builder, stm->vars[i]->name, OP_ADD, value, atom_i64(0));
    subst_add(flattener->spliced, stm->vars[i], value);
  }
}

// ---- Statements ----

static bool flatten_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Flattener *flattener = mapper->context;
  if (stm->exp->op == OP_WITH_ACC) {
    vec_push(flattener->program->arena, out, map_stm(mapper, accs_peel(flattener, stm)));
    return true;
  }
  if (stm->exp->op != OP_PAR) return false;
  if (runs_once(stm->exp->as.par)) {
    splice_once(flattener, stm, out);
    return true;
  }
  // What is built for the par is checked: it must know its sizes by the names that they have now.
  if (map_count(flattener->spliced->atoms) > 0) stm = map_stm(&flattener->spliced->mapper, stm);
  if (flat_has_array_operator(stm->exp->as.par)) stm = operators_peel(flattener, stm);
  Stms expanded = {0};
  bool is_expanded =
      flat_has_array_operator(stm->exp->as.par)
          ? cells_expand(flattener, stm, &expanded) || operators_expand(flattener, stm, &expanded)
          : split_sums(flattener, stm, &expanded) || versions_split(flattener, stm, &expanded);
  if (!is_expanded) {
    ParLevel level = level_for(flattener, stm->exp->as.par->level);
    flattener->depth++;
    Stm *mapped = map_stm(mapper, stm);
    flattener->depth--;
    mapped->exp->as.par->level = level;
    vec_push(flattener->program->arena, out, mapped);
    return true;
  }
  // Copies of arrays of one value are such arrays too.
  Body body = {.stms = expanded};
  find_fills(flattener, &body);
  Stms mapped = map_stms(mapper, expanded);
  vec_append(flattener->program->arena, out, mapped.data, mapped.count);
  return true;
}

static Program *core_to_flat_for(Program *program, Diag *diag, bool is_for_device) {
  if (!unnest_program(program, diag)) return NULL;
  Flattener flattener = {
      .program = program,
      .diag = diag,
      .is_for_device = is_for_device,
      .budget = {.program = program, .diag = diag, .purpose = "few points", .most = BUDGET_FEW},
      .spliced = subst_new(program),
      .settled = map_new(program->arena),
      .fills = map_new(program->arena),
      .inner_funs = map_new(program->arena),
      .parallel_funs = map_new(program->arena)};
  flattener.mapper = (Mapper){.program = program,
                              .context = &flattener,
                              .use = spliced_use,
                              .stm = flatten_stm,
                              .callee = inner_callee};
  find_parallel_funs(&flattener);
  size_t host_count = program->funs.count;
  for (size_t i = 0; i < program->globals.count; i++) {
    find_fills(&flattener, program->globals.data[i]->body);
    program->globals.data[i]->body = map_body(&flattener.mapper, program->globals.data[i]->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    // Those after the first ones are the copies that were made meanwhile.
    flattener.depth = i < host_count ? 0 : 1;
    find_fills(&flattener, program->funs.data[i]->body);
    map_fun(&flattener.mapper, program->funs.data[i]);
  }
  program->level = LEVEL_FLAT;
  return program;
}

static Program *core_to_flat_run(Program *program, const Target *target, Diag *diag) {
  return core_to_flat_for(program, diag, target->has_device);
}

const Pass pass_core_to_flat = {.name = "core_to_flat",
                                .purpose = "give each par its level",
                                .from = LEVEL_CORE,
                                .to = LEVEL_FLAT,
                                .run = core_to_flat_run};
