// bins: a version in which a block of threads does several points, packed by how long their rows
// are.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let ys: [n]f32 = par@grid (i < n) { let w = … loop (…) for t < rounds do { … par@thread (j < w)
//   … } … }
//     becomes
//   let (widths, rounds, …, widest, longest) = par@grid (i < n) { let w = … }
//   let is_bins: bool = threshold "bins_1" for block from 16384, longest
//   let ys: [n]f32 = if is_bins
//     then … par@grid (b < bins) { … loop … { … par@block (place < 512) … } … } …
//          par@grid (i < n) { … index all[places[i]] … map y }
//     else par@grid (i < n) { … }
//
// For points whose inner pars have a length that depends on the point, in loops. bins.h says how.
#include "flat/bins.h"
#include "analysis/cost.h"
#include "flat/budget.h"
#include "flat/flat.h"
#include "flat/rounds.h"
#include "flat/wishes.h"
#include "ir/par.h"
#include "ir/type.h"

enum {
  LONGEST_LEAST = 16384, // elements that a thread goes through while the inspector runs
  LOOP_WEIGHT = 8        // of a par in a loop, beside one that is not
};

typedef struct BinsPass {
  Program *program;
  Mapper mapper;
  FlatBudget budget;
} BinsPass;

// ---- Which points ----

typedef struct WidthSearch {
  Walker walker;
  Map *counts; // size -> how often a par has it
  VarSet own;  // what the statements of the point itself bind
  VarSet inside;
  size_t weight;
  bool has_loops;
  const Stm *unknown; // the first par in a loop over a size that only the loop knows
} WidthSearch;

// What a loop carries counts for what it begins with, and what a filter leaves for what there was.
static void width_alias(WidthSearch *search, Var *var, const Var *size) {
  size_t *count = size ? map_get(search->counts, map_key(size)) : NULL;
  if (count && type_is_scalar(var->type, SCALAR_I64)) map_put(search->counts, map_key(var), count);
}

static bool width_enter(Walker *walker, Stm *stm) {
  WidthSearch *search = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_LOOP) search->weight *= LOOP_WEIGHT;
  for (size_t i = 0; exp->op == OP_LOOP && i < exp->as.loop->param_count; i++)
    width_alias(search, exp->as.loop->params[i], exp->args[i].var);
  if (exp->op != OP_PAR) return true;
  const Par *par = exp->as.par;
  Var *size = par->rank == 1 ? par->space[0].var : NULL;
  size_t *count = size ? map_get(search->counts, map_key(size)) : NULL;
  if (!count && size && varset_has(&search->inside, size) && search->weight > 1 && !search->unknown)
    search->unknown = stm;
  if (!count || !type_is_scalar(size->type, SCALAR_I64)) return true;
  *count += search->weight;
  search->has_loops = search->has_loops || search->weight > 1;
  if (thunk_has(&par->body, TRAIT_DROPS) && stm->var_count > 0)
    width_alias(search, stm->vars[0], size);
  return true;
}

static void width_leave(Walker *walker, Stm *stm) {
  WidthSearch *search = walker->context;
  if (stm->exp->op == OP_LOOP) search->weight /= LOOP_WEIGHT;
}

// The size that most pars in loops have; NULL when there is no loop with a par of a size that the
// point knows, but perhaps one with an unknown size.
static Var *find_width(Arena *arena, const Par *par, const Stm **unknown) {
  WidthSearch search = {.counts = map_new(arena), .own = varset_new(arena), .weight = 1};
  search.inside = bound_vars_par(arena, par);
  search.walker = (Walker){.context = &search, .enter = width_enter, .leave = width_leave};
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      size_t *count = arena_make(arena, size_t);
      *count = 0;
      varset_add(&search.own, stm->vars[k]);
      map_put(search.counts, map_key(stm->vars[k]), count);
    }
  }
  walk_stms(&search.walker, &par->body.stms);
  *unknown = search.unknown;
  if (!search.has_loops) return NULL;
  Var *best = NULL, *var;
  size_t most = 0;
  for (size_t cursor = 0; varset_each(&search.own, &cursor, &var);) {
    const size_t *count = map_get(search.counts, map_key(var));
    if (*count > most) best = var;
    if (*count > most) most = *count;
  }
  return most >= LOOP_WEIGHT ? best : NULL;
}

static bool is_candidate(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->level != PAR_GRID || par->rank != 1 || par->has_epilogue || par_has_blocks(par) ||
      par->consumed_count + par->acc_count > 0 || dim_is_varying(par->space[0]) ||
      stm->var_count == 0)
    return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) return false;
  return true;
}

// ---- The kernel ----

// Rooms of all bins: a row each, which is written before it is read.
static void add_rooms(Binning *bins, Builder *host, Par *kernel) {
  Program *program = bins->program;
  kernel->consumed_count = bins->rooms.count;
  kernel->consumed = arena_array(program->arena, ParInput, bins->rooms.count + 1);
  for (size_t i = 0; i < bins->rooms.count; i++) {
    Var *inside = bins->rooms.data[i];
    const Dim space[] = {kernel->space[0], dim_var(bins->room)};
    Par *par = par_new(program, PAR_GRID, space, 2, "e", bins->span);
    Atom zero = atom_constant((Constant){.type = inside->type->scalar});
    thunk_give_maps(program, &par->body, &zero, 1, bins->span);
    par->is_overwritten = true;
    Var *rooms = build_let(host, "rooms", exp_par(program, par));
    kernel->consumed[i] = (ParInput){.inside = inside, .outside = rooms};
  }
}

// The version in bins; NULL when it is not possible.
static Body *bins_version(Binning *bins, const Stm *stm, const BinGiven *given,
                          const BinLengths *lengths) {
  Program *program = bins->program;
  const Par *par = stm->exp->as.par;
  Stms stms = {0};
  Builder host = builder_new(program, &stms, stm->span);
  BinPacking packing = bins_pack(bins, &host, dim_size(par->space[0]), lengths);
  Dim dims[] = {dim_atom(packing.bins), dim_const(BIN_PLACES)};
  Var *heads = bins_reshape(&host, "heads", packing.heads, 2, dims);
  Par *kernel = par_new(program, PAR_GRID, dims, 1, "bin", stm->span);
  BinRegion region = {.host = builder_new(program, &kernel->body.stms, stm->span)};
  bins->region = &region;
  bins_describe(bins, &region.host, par, atom_var(kernel->indices[0]), heads, lengths->widths.var);
  Atom *results = arena_array(program->arena, Atom, given->vars.count + 1);
  bins_lift(bins, given, results);
  if (bins->obstacle) return NULL;
  thunk_give_maps(program, &kernel->body, results, given->vars.count, stm->span);
  add_rooms(bins, &host, kernel);
  Stm *made = build_infer(&host, "of_bins", exp_par(program, kernel));
  return bins_gather(bins, &host, stm, given, made, &packing);
}

// ---- The choice ----

static Body *plain_version(Program *program, const Stm *stm) {
  Stms stms = {0};
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  copy->certs = NULL;
  copy->cert_count = 0;
  vec_push(program->arena, &stms, copy);
  Atom *results = arena_array(program->arena, Atom, copy->var_count + 1);
  for (size_t i = 0; i < copy->var_count; i++)
    results[i] = atom_var(copy->vars[i]);
  return body_new(program, stms, results, copy->var_count);
}

// What the longest point goes through, for which a thread would make all others wait; nothing when
// a point does not fit into a bin.
static Atom build_amount(Builder *builder, Dim points, const BinLengths *lengths) {
  Atom fits = build_binary(builder, "fits", OP_SLE, lengths->widest, atom_i64(BIN_PLACES));
  Atom has_numbers = build_binary(builder, "fits", OP_SLE, dim_size(points), atom_i64(INT32_MAX));
  Atom args[] = {build_binary(builder, "fits", OP_AND, fits, has_numbers), lengths->longest,
                 atom_i64(0)};
  return atom_var(build_let(builder, "longest", exp_new(builder->program, OP_SELECT, args, 3)));
}

// What varies with the place, but not with the round, is computed before the loops of the point.
static Stms early_stms(const Binning *bins, const Stms *stms) {
  Stms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    bool is_loop = stms->data[i]->exp->op == OP_LOOP;
    for (size_t k = 0; is_loop && k < bins->widths.count; k++) {
      const RoundsWish wish = {.width = bins->widths.data[k], .has_checks = true};
      rounds_early(bins->program, &wish, stms->data[i], &out);
    }
    vec_push(bins->program->arena, &out, stms->data[i]);
  }
  return out;
}

static bool note_obstacle(const Binning *bins) {
  program_obstruct(bins->program, "bins", bins->obstacle, bins->where);
  return false;
}

// Has the point loops with rows of a length that it knows? If only of others, the tree says so.
static bool has_width(Program *program, const Stm *stm) {
  const Stm *unknown = NULL;
  if (find_width(program->arena, stm->exp->as.par, &unknown)) return true;
  if (unknown)
    program_obstruct(program, "bins", "a length that is not known in the beginning", unknown->span);
  return false;
}

// Puts the point in the terms that bins know, and finds out how long its rows are and what it
// leaves to its end.
static bool prepare(Binning *bins, Par *par, BinGiven *given) {
  Arena *arena = bins->program->arena;
  const Stm *unknown;
  bins->width = find_width(arena, par, &unknown);
  bins->bounds = map_new(arena);
  bins->bound = bound_vars_par(arena, par);
  par->body.stms = bins_normalise(bins, par->body.stms);
  if (bins->obstacle) return false;
  bins->bound = bound_vars_par(arena, par);
  *given = bins_find_given(bins, par);
  par->body.stms = given->front;
  bins_find_sizes(bins, par);
  if (bins->obstacle) return false;
  par->body.stms = given->front = early_stms(bins, &par->body.stms);
  bins->bound = bound_vars_par(arena, par);
  return true;
}

static bool make_version(BinsPass *pass, const Stm *source, Stms *out) {
  Program *program = pass->program;
  Arena *arena = program->arena;
  if (flat_wish(source).no_block || !is_candidate(source) || !has_width(program, source) ||
      !flat_budget_has(&pass->budget, source))
    return false;
  Stm *stm = rename_stm(program, (Stm *)source, subst_new(program));
  Par *par = stm->exp->as.par;
  Binning bins = {.program = program, .span = stm->span, .values = map_new(arena)};
  if (cost_code(&source->exp->as.par->body) > COST_CODE_BINS) {
    bins_obstruct(&bins, stm->span, "a point with too much code");
    return note_obstacle(&bins);
  }
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, stm->span);
  builder.certs = source->certs;
  builder.cert_count = source->cert_count;
  BinGiven given;
  BinLengths lengths;
  if (!prepare(&bins, par, &given) || !bins_measure(&bins, &builder, par, &lengths))
    return note_obstacle(&bins);
  Atom amount = build_amount(&builder, par->space[0], &lengths);
  Body *shared = bins_version(&bins, stm, &given, &lengths);
  if (!shared) return note_obstacle(&bins);
  Threshold threshold = {.name = flat_budget_take(&pass->budget, "bins"),
                         .initial = LONGEST_LEAST,
                         .level = PAR_BLOCK};
  Atom is_bins =
      atom_var(build_let(&builder, "is_bins", exp_threshold(program, threshold, amount)));
  Exp *choice = exp_if(program, is_bins, shared, plain_version(program, source));
  build_stm(&builder, choice, source->vars, source->var_count)->attrs = source->attrs;
  vec_append(arena, out, stms.data, stms.count);
  return true;
}

static bool bins_stm(Mapper *mapper, Stm *stm, Stms *out) {
  BinsPass *pass = mapper->context;
  if (stm->exp->op != OP_PAR) return false;
  if (!make_version(pass, stm, out)) vec_push(pass->program->arena, out, stm);
  return true;
}

static Program *bins_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  BinsPass pass = {
      .program = program,
      .budget = {
          .program = program, .diag = diag, .purpose = "points in bins", .most = BUDGET_BINS}};
  pass.mapper = (Mapper){.program = program, .context = &pass, .stm = bins_stm};
  map_program(&pass.mapper, program);
  return program;
}

const Pass pass_bins = {.name = "bins",
                        .purpose = "let blocks of threads share points with rows of any length",
                        .from = LEVEL_FLAT,
                        .to = LEVEL_FLAT,
                        .is_for_device = true,
                        .breaks = PROPERTY_SIMPLE,
                        .run = bins_run};
