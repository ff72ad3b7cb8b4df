// patch: what a round of a loop leaves as it is needs no points.
//
//   needs      Core or Flat
//   gives      the same
//   may skip   yes
//
//   loop (m: [n][n]f32 = …) for k < n do {
//     let ys: [n][n]f32 = par (i < n) {
//       let c: f32 = …i…
//       let row: [n]f32 = par (j < n) {
//         … y is …i, j…, c or m[i, j], where k < i and k < j, where k < i and j == k, or else …
//         map y }
//       map row }
//     in (ys) }
//   becomes
//   loop (m: [n][n]f32 = …) for k < n do {
//     let low: i64 = add k, 1
//     let size: i64 = sub n, low
//     let (part: [size][size]f32, column: [size]f32) = par (i' < size) {
//       let i: i64 = add low, i'
//       let c: f32 = …i…
//       let row: [size]f32 = par (j' < size) { let j: i64 = add low, j' … map …i, j… }
//       map row map c }
//     let m2: [n][n]f32 = update m[low : size : 1, low : size : 1] = part
//     let ys: [n][n]f32 = update m2[low : size : 1, k] = column
//     in (ys) }
//
// The programs that this is for update a matrix by a map over all of it, with conditions on the
// indices, because their language has no better way to say so: decompositions, eliminations,
// triangular solutions. The work of a round falls while the rounds go on.
//
// The value of a point is a tree of choices. Its paths have conditions; those that compare an index
// with something that is the same at all points bound where the path is taken. The paths that do
// not end with the old element at the same indices are put together to patches: boxes of indices,
// of which some may be one number. A point of a patch chooses as before, by what conditions are
// left, so that a box may be too large, never too small.
//
// A patch is worth it only where it is made in place: otherwise it would be copied. So the patches
// are written, `early` says whether nothing reads what they overwrite (early.h), and the loop gets
// its map back where that is not proved.
//
// At Core only loops of the host are looked at, before core_to_flat gives their maps versions; what
// is inside a par comes at Flat, since an array whose size falls would be irregular for flatten.
//
// Only for a CPU: on a device threads take all points at once, and the size of a round that falls
// is not known in front of the kernel that a block of threads runs.
#include "mem/patch.h"

#include "ir/alias.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/own.h"
#include "ir/type.h"
#include "mem/early.h"
#include "mem/mem.h"

// Where a dimension of a patch begins and how long it is.
typedef struct PatchRange {
  Atom low, size;
} PatchRange;

// A map that was replaced, and where.
typedef struct PatchTrial {
  Fun *fun;
  Body *body;
  Stms before, after;
  Stm *updates[PATCH_MOST];
  size_t update_count;
} PatchTrial;

typedef struct Patching {
  Program *program;
  Arena *scratch;
  Fun *fun;
  Sizes *sizes;
  Vec(PatchTrial *) trials;
} Patching;

// ---- Writing ----

static Atom build_plus(Builder *builder, Atom atom, int64_t number) {
  if (number == 0) return atom;
  return build_binary(builder, "bound", OP_ADD, atom, atom_i64(number));
}

static bool is_natural(const PatchNest *nest, const Poly *poly) {
  return poly && sizes_prove(nest->sizes, poly, NULL);
}

static PatchRange build_range(const PatchNest *nest, Builder *builder, const Patch *patch,
                              size_t dim) {
  Algebra *algebra = sizes_algebra(nest->sizes);
  Atom size = dim_size(nest->space[dim]);
  const Poly *low_poly = poly_constant(algebra, 0), *high_poly = sizes_poly(nest->sizes, size);
  const Poly *whole = high_poly;
  Atom low = atom_i64(0), high = size;
  for (size_t i = 0; i < patch->facts.count; i++) {
    const PatchFact *fact = &patch->facts.data[i];
    if (fact->dim != dim) continue;
    if (fact->low > INT64_MIN) {
      Atom next = build_plus(builder, fact->other, fact->low);
      const Poly *poly = poly_add_constant(algebra, fact->poly, fact->low);
      bool is_larger = is_natural(nest, poly_sub(algebra, poly, low_poly));
      low = is_larger ? next : build_binary(builder, "low", OP_SMAX, low, next);
      low_poly = is_larger ? poly : NULL;
    } else {
      Atom next = build_plus(builder, fact->other, fact->high + 1);
      const Poly *poly = poly_add_constant(algebra, fact->poly, fact->high + 1);
      bool is_smaller = is_natural(nest, poly_sub(algebra, high_poly, poly));
      high = is_smaller ? next : build_binary(builder, "high", OP_SMIN, high, next);
      high_poly = is_smaller ? poly : NULL;
    }
  }
  // An empty range begins nowhere else than where the dimension ends.
  if (!is_natural(nest, poly_sub(algebra, whole, low_poly)))
    low = build_binary(builder, "low", OP_SMIN, low, size);
  int64_t number;
  if (poly_is_constant(poly_sub(algebra, high_poly, low_poly), &number) && number >= 0)
    return (PatchRange){low, atom_i64(number)};
  Atom count = build_binary(builder, "size", OP_SUB, high, low);
  if (!is_natural(nest, poly_sub(algebra, high_poly, low_poly)))
    count = build_binary(builder, "size", OP_SMAX, count, atom_i64(0));
  return (PatchRange){low, count};
}

// The writing of a nest.
typedef struct PatchWriter {
  const PatchNest *nest;
  const PatchRange *ranges;
  PatchFacts known; // where the patch that is written is
} PatchWriter;

// Copies the statements of a level, all but `inner`, where the facts decide conditions.
static void copy_stms(const PatchWriter *writer, const Stms *stms, const Stm *inner, Subst *subst,
                      Stms *out) {
  Program *program = writer->nest->program;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (stm == inner) continue;
    bool is_bool = stm->var_count == 1 && type_is_scalar(stm->vars[0]->type, SCALAR_BOOL);
    PatchTruth truth =
        is_bool ? patch_truth(writer->nest, &writer->known, atom_var(stm->vars[0])) : PATCH_OPEN;
    if (truth != PATCH_OPEN)
      subst_add(subst, stm->vars[0], atom_bool(truth == PATCH_TRUE));
    else
      vec_push(program->arena, out, rename_stm(program, stm, subst));
  }
}

// The value of the patches whose innermost index is pinned, computed around the innermost par.
static Atom write_pinned(const PatchWriter *writer, const Patch *patch, const Subst *outer,
                         Stms *out) {
  const PatchNest *nest = writer->nest;
  const Par *inner = nest->levels[nest->level_count - 1]->exp->as.par;
  Subst *subst = subst_new(nest->program);
  VarSet used = free_vars_stm(nest->scratch, (Stm *)nest->levels[nest->level_count - 1]);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    Atom by = subst_atom((Subst *)outer, atom_var(var));
    if (by.var != var) subst_add(subst, var, by);
  }
  subst_add(subst, inner->indices[0], patch->pin.other);
  PatchWriter pinned = *writer;
  pinned.known = patch->facts;
  patch_facts_add(&pinned.known, patch->pin);
  copy_stms(&pinned, &inner->body.stms, NULL, subst, out);
  return subst_atom(subst, nest->value);
}

// Writes the par of a level over the ranges; its results are the patches.
static Stm *write_level(const PatchWriter *writer, size_t level, size_t first, Subst *subst,
                        Builder *builder) {
  const PatchNest *nest = writer->nest;
  Program *program = nest->program;
  Arena *arena = program->arena;
  const Stm *stm = nest->levels[level];
  const Par *model = stm->exp->as.par;
  bool is_last = level + 1 == nest->level_count;
  Builder around = *builder;
  around.certs = arena_array(arena, Var *, stm->cert_count + 1);
  for (around.cert_count = 0; around.cert_count < stm->cert_count; around.cert_count++)
    around.certs[around.cert_count] =
        subst_atom(subst, atom_var(stm->certs[around.cert_count])).var;
  Par *par = arena_make(arena, Par);
  *par = (Par){.level = model->level, .rank = model->rank};
  par->indices = arena_array(arena, Var *, par->rank);
  par->space = arena_array(arena, Dim, par->rank);
  Builder inside = builder_new(program, &par->body.stms, stm->span);
  for (size_t d = 0; d < par->rank; d++) {
    const PatchRange *range = &writer->ranges[first + d];
    par->indices[d] = var_like(program, model->indices[d], model->indices[d]->type);
    par->space[d] = dim_atom(range->size);
    Atom index = atom_var(par->indices[d]);
    if (!atom_is_i64(range->low, 0))
      index = build_binary(&inside, "index", OP_ADD, range->low, index);
    subst_add(subst, model->indices[d], index);
  }
  Stm *const *inner = is_last ? NULL : (Stm *const *)&nest->levels[level + 1];
  copy_stms(writer, &model->body.stms, inner ? *inner : NULL, subst, &par->body.stms);
  // The pars further in hand on the values of pinned patches.
  Atoms values = {0};
  if (is_last) {
    vec_push(arena, &values, subst_atom(subst, nest->value));
  } else {
    bool is_around = level + 2 == nest->level_count;
    Stm *row = write_level(writer, level + 1, first + par->rank, subst, &inside);
    for (size_t i = 0; i < row->var_count; i++)
      vec_push(arena, &values, atom_var(row->vars[i]));
    for (size_t i = 1; is_around && i < nest->patch_count; i++)
      vec_push(arena, &values, write_pinned(writer, &nest->patches[i], subst, &par->body.stms));
  }
  thunk_give_maps(program, &par->body, values.data, values.count, stm->span);
  return build_infer(&around, "patch", exp_par(program, par));
}

// Writes the patches and the updates by them, the last of which gives the result of the map.
static bool write_patches(PatchNest *nest, PatchTrial *trial, Stms *out) {
  Program *program = nest->program;
  Arena *arena = program->arena;
  const Stm *stm = nest->levels[0];
  Builder builder = builder_new(program, out, stm->span);
  PatchRange ranges[PATCH_RANK];
  for (size_t d = 0; d < nest->rank; d++)
    ranges[d] = build_range(nest, &builder, &nest->patches[0], d);
  PatchWriter writer = {.nest = nest, .ranges = ranges, .known = nest->patches[0].facts};
  Stm *parts = write_level(&writer, 0, 0, subst_new(program), &builder);
  Var *array = nest->old;
  for (size_t i = 0; i < nest->patch_count; i++) {
    const Patch *patch = &nest->patches[i];
    Selector selector = selector_of(program, nest->rank, true);
    Atoms atoms = {0};
    for (size_t d = 0; d < nest->rank; d++) {
      selector.is_range[d] = d != patch->pinned;
      vec_push(arena, &atoms, selector.is_range[d] ? ranges[d].low : patch->pin.other);
      if (!selector.is_range[d]) continue;
      vec_push(arena, &atoms, ranges[d].size);
      vec_push(arena, &atoms, atom_i64(1));
    }
    Exp *update =
        exp_update(program, array, selector, atoms.data, atoms.count, atom_var(parts->vars[i]));
    bool is_last = i + 1 == nest->patch_count;
    trial->updates[i] = is_last ? build_stm(&builder, update, stm->vars, 1)
                                : build_infer(&builder, "patched", update);
    trial->update_count++;
    array = trial->updates[i]->vars[0];
  }
  return true;
}

// ---- Loops ----

// Is the map all that uses the parameter from here on, and its result what the loop goes on with?
static bool is_handed_on(const Patching *patching, const Loop *loop, size_t position,
                         size_t number) {
  const Stms *stms = &loop->body->stms;
  const Var *result = stms->data[position]->vars[0];
  for (size_t i = 0; i < loop->body->result_count; i++) {
    const Var *next = loop->body->results[i].var;
    if ((next == result) != (i == number) || next == loop->params[number]) return false;
  }
  for (size_t i = position + 1; i < stms->count; i++) {
    VarSet used = free_vars_stm(patching->scratch, stms->data[i]);
    if (varset_has(&used, loop->params[number])) return false;
  }
  return true;
}

static void try_map(Patching *patching, Body *body, const Loop *loop, size_t position,
                    size_t number) {
  Stm *stm = body->stms.data[position];
  PatchNest nest = {.program = patching->program,
                    .scratch = patching->scratch,
                    .sizes = patching->sizes,
                    .old = loop->params[number]};
  if (!is_handed_on(patching, loop, position, number) || !patch_find(&nest, stm)) return;
  PatchTrial *trial = arena_make(patching->scratch, PatchTrial);
  *trial = (PatchTrial){.fun = patching->fun, .body = body, .before = body->stms};
  Stms after = {0};
  Arena *arena = patching->program->arena;
  vec_append(arena, &after, body->stms.data, position);
  write_patches(&nest, trial, &after);
  vec_append(arena, &after, body->stms.data + position + 1, body->stms.count - position - 1);
  trial->after = after;
  vec_push(patching->scratch, &patching->trials, trial);
}

static void patch_list(Patching *patching, const Stms *stms);

// The body of a loop has one map that makes its next array, or none that is looked at.
static void patch_loop(Patching *patching, Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  Body *body = loop->body;
  size_t trials = patching->trials.count;
  sizes_enter_loop(patching->sizes, stm);
  if (loop->condition) sizes_assume(patching->sizes, loop->condition->results[0], true, NULL);
  for (size_t i = 0; i < body->stms.count; i++) {
    Stm *inner = body->stms.data[i];
    for (size_t k = 0; k < loop->param_count && patch_is_map(inner); k++)
      if (patching->trials.count == trials && body->results[k].var == inner->vars[0])
        try_map(patching, body, loop, i, k);
    patch_list(patching, &(Stms){.data = &inner, .count = 1});
  }
}

static void patch_bodies(Patching *patching, Stm *stm) {
  const Exp *exp = stm->exp;
  SizesMark mark = sizes_mark(patching->sizes);
  if (exp->op == OP_PAR) {
    if (patching->program->level == LEVEL_CORE) return;
    sizes_enter_par(patching->sizes, exp->as.par);
    patch_list(patching, &exp->as.par->body.stms);
    patch_list(patching, &exp->as.par->epilogue.stms);
  } else if (exp->op == OP_LOOP) {
    patch_loop(patching, stm);
  } else if (exp->op == OP_WITH_ACC) {
    sizes_enter_body(patching->sizes);
    patch_list(patching, &exp->as.with_acc->body->stms);
  } else {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      sizes_enter_branch(patching->sizes, exp, i);
      patch_list(patching, &exp->as.branches.bodies[i]->stms);
      sizes_leave(patching->sizes, mark);
    }
  }
  sizes_leave(patching->sizes, mark);
}

static void patch_list(Patching *patching, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    if (op_has(stms->data[i]->exp->op, FLAG_BODIES)) patch_bodies(patching, stms->data[i]);
    sizes_stm(patching->sizes, stms->data[i]);
  }
}

// ---- Trials ----

// Are all parts made where they belong?
static bool is_in_place(const Early *early, const PatchTrial *trial) {
  for (size_t i = 0; i < trial->update_count; i++) {
    const EarlyPermit *permit = early_find(early, trial->updates[i]);
    if (!permit || !permit->maker || !permit->is_injective) return false;
  }
  return true;
}

static void settle_trials(Patching *patching) {
  Program *program = patching->program;
  Aliases *aliases = alias_analyse(patching->scratch, program, NULL);
  const Early *early = NULL;
  const Fun *fun = NULL;
  for (size_t i = 0; i < patching->trials.count; i++) {
    const PatchTrial *trial = patching->trials.data[i];
    if (trial->fun != fun)
      early = early_new(patching->scratch, program, aliases, trial->fun, trial->fun->body, false);
    fun = trial->fun;
    if (!is_in_place(early, trial)) trial->body->stms = trial->before;
  }
}

static Program *patch_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  Arena *scratch = arena_new();
  Patching patching = {.program = program, .scratch = scratch};
  for (size_t i = 0; i < program->funs.count && !target->has_device; i++) {
    patching.fun = program->funs.data[i];
    patching.sizes = sizes_new(scratch, program, patching.fun);
    patch_list(&patching, &patching.fun->body->stms);
  }
  for (size_t i = 0; i < patching.trials.count; i++)
    patching.trials.data[i]->body->stms = patching.trials.data[i]->after;
  if (patching.trials.count > 0) {
    settle_trials(&patching);
    program_own(program);
  }
  arena_free(scratch);
  return program;
}

const Pass pass_patch = {.name = "patch",
                         .purpose = "leave out points of loops that keep their element",
                         .from = LEVEL_VALUES,
                         .to = LEVEL_VALUES,
                         .breaks = PROPERTY_SIMPLE,
                         .run = patch_run};
