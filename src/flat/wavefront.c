// wavefront: rounds over the points of anti-diagonals become rows of an array, on a CPU.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   loop (w: [l]t = w0) for k < r do {                      loop (w: [l]t = w0) for i < n do {
//     let (ats: [n]i64, vs: [n]t) = par@thread (i < n) {      let first: i64 = …   let h: i64 = …
//       let j: i64 = sub k, i                                 loop (x: [l]t = w) for s < h do {
//       let (p, v) = if (j < 0 or m <= j)                       let k: i64 = add first, s
//         then { in (-1, 0) }                          =>       let j: i64 = sub k, i
//         else { … index w[…] … in (m*i + j, v) }               … index x[…] …
//       map p   map v }                                         let y: [l]t = update x[m*i + j] = v
//     par@thread (i < n) { put w [ats[i]] vs[i] } }             in (y) } in (…) }
//
// A table whose elements need those above, to the left, and between these is written in parallel
// along its diagonals. Inside a point of a par nothing is parallel any more, and the rows of the
// table are what is good for a cache, with no list of what is written, and no points that have
// nothing to do.
//
// Point (k, i) of round k is done after all points of the rows before i. That changes nothing if
// no point reads what a point of a later row has written in an earlier round, or what one of an
// earlier row writes in this round or a later one, and none of those writes what this one does.
// This is proved of the indices: for two points that change their order, some index differs. Where
// the points write by a condition, and it says k >= a or k <= b, these are the bounds of the loop.
#include "analysis/poly_atom.h"
#include "analysis/sizes.h"
#include "flat/flat.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  WRITE_LIMIT = 4,    // arrays that a round writes
  READ_LIMIT = 24,    // of their elements
  RANK_LIMIT = 4,     // of them
  APART_LIMIT = 3,    // rows that are one, two, ... apart, which are looked at one by one
  CONDITION_LIMIT = 8 // comparisons of a condition
};

// An array that each round writes an element of at each point. All atoms are of the point.
typedef struct WaveWrite {
  Var *param;
  const Atom *indices;
  size_t index_count;
  Atom value;
  bool is_inside; // the indices are always within the array
} WaveWrite;

// A loop of such rounds. Copies of it share no variables.
typedef struct Wave {
  Stm *stm;
  const Loop *loop;
  size_t first; // the statement of its body that is the par of the points
  const Par *points;
  WaveWrite writes[WRITE_LIMIT];
  size_t write_count;
  const Stm *choice; // the last statement of a point: does it write? NULL: always
  size_t arm;        // of the choice: this one writes
} Wave;

// A comparison p >= 0 of which k, the round, is one term: k >= -rest or k <= rest.
typedef struct WaveBound {
  const Poly *rest;
  bool is_low;
} WaveBound;

typedef struct Waves {
  Program *program;
  Sizes *sizes;
  Map *done; // Stm -> what stands for it
  // While the points of two copies of a loop are compared:
  const Wave *wave;
  size_t reads;
  bool has_rounds; // there is one at least
  WaveBound bounds[CONDITION_LIMIT];
  size_t bound_count;
} Waves;

// ---- Which loops ----

static bool is_param(const Loop *loop, const Var *var) {
  for (size_t i = 0; i < loop->param_count; i++)
    if (loop->params[i] == var) return true;
  return false;
}

static bool are_simple(const Loop *loop, const Stms *stms);

// Scalars, also elements, and choices between them; the arrays of the loop are only read.
static bool is_simple(const Loop *loop, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_array(stm->vars[i]->type)) return false;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      if (!are_simple(loop, &exp->as.branches.bodies[i]->stms)) return false;
    return true;
  }
  return exp->op == OP_INDEX || exp->op == OP_ASSERT || op_is_scalar(exp->op);
}

static bool are_simple(const Loop *loop, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (!is_simple(loop, stms->data[i])) return false;
  return true;
}

static bool is_row(const Stm *stm) {
  if (stm->exp->op != OP_PAR || stm->cert_count > 0) return false;
  const Par *par = stm->exp->as.par;
  return par->level == PAR_THREAD && par->rank == 1 && !par->has_epilogue &&
         par->consumed_count + par->acc_count == 0 && !dim_is_varying(par->space[0]);
}

// What the operand of a `put` is at the point that computes it: false when that is not plain.
static bool point_atom(const Wave *wave, const Stm *made, const Par *put, Atom atom, Atom *result) {
  *result = atom;
  if (!atom.var) return true;
  if (atom.var == put->indices[0]) {
    *result = atom_var(wave->points->indices[0]);
    return true;
  }
  for (size_t i = 0; i < put->body.stms.count; i++) {
    const Stm *stm = put->body.stms.data[i];
    if (stm->vars[0] != atom.var) continue;
    for (size_t k = 0; k < made->var_count; k++) {
      if (stm->exp->args[0].var != made->vars[k]) continue;
      *result = wave->points->body.outputs[k].values[0];
      return true;
    }
    return false;
  }
  return true;
}

static bool are_own_elements(const Par *put) {
  for (size_t i = 0; i < put->body.stms.count; i++) {
    const Exp *exp = put->body.stms.data[i]->exp;
    if (exp->op != OP_INDEX || exp->arg_count != 2) return false;
    if (exp->args[1].var != put->indices[0]) return false;
  }
  return true;
}

static bool has_write_of(const Wave *wave, const Var *param) {
  for (size_t i = 0; i < wave->write_count; i++)
    if (wave->writes[i].param == param) return true;
  return false;
}

// A par that puts what the points made; its results are the next values of parameters.
static bool match_put(Program *program, Wave *wave, const Stm *made, const Stm *stm) {
  if (!is_row(stm)) return false;
  const Par *put = stm->exp->as.par;
  if (!dim_equal(put->space[0], wave->points->space[0]) || !are_own_elements(put)) return false;
  for (size_t i = 0; i < put->body.output_count; i++) {
    const Output *output = &put->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_REPLACES) || output->value_count != 1) return false;
    if (wave->write_count == WRITE_LIMIT || output->index_count > RANK_LIMIT) return false;
    Var *param = output->dests[0].var;
    WaveWrite *write = &wave->writes[wave->write_count];
    *write = (WaveWrite){.param = param, .index_count = output->index_count};
    if (!is_param(wave->loop, param) || has_write_of(wave, param)) return false;
    if (param->type->rank != output->index_count || type_is_irregular(param->type)) return false;
    Atom *indices = arena_array(program->arena, Atom, output->index_count);
    for (size_t k = 0; k < output->index_count; k++)
      if (!point_atom(wave, made, put, output->indices[k], &indices[k])) return false;
    if (!point_atom(wave, made, put, output->values[0], &write->value)) return false;
    write->indices = indices;
    for (size_t k = 0; k < wave->loop->param_count; k++)
      if (wave->loop->params[k] == param && wave->loop->body->results[k].var != stm->vars[i])
        return false;
    wave->write_count++;
  }
  return true;
}

static bool is_result_of(const Stm *stm, Atom atom, size_t *number) {
  for (size_t i = 0; i < stm->var_count; i++) {
    *number = i;
    if (atom.var == stm->vars[i]) return true;
  }
  return false;
}

static bool is_negative(Atom atom) { return !atom.var && constant_to_i64(atom.constant) < 0; }

// Does this arm write to no array?
static bool is_idle(const Wave *wave, const Stm *choice, size_t arm) {
  const Body *body = choice->exp->as.branches.bodies[arm];
  for (size_t i = 0; i < wave->write_count; i++) {
    const WaveWrite *write = &wave->writes[i];
    size_t number, k = 0;
    while (k < write->index_count && !(is_result_of(choice, write->indices[k], &number) &&
                                       is_negative(body->results[number])))
      k++;
    if (k == write->index_count) return false;
  }
  return true;
}

// In the arm that writes, what is written there is what the choice gives.
static void enter_arm(Program *program, Wave *wave) {
  const Body *body = wave->choice->exp->as.branches.bodies[wave->arm];
  size_t number;
  for (size_t i = 0; i < wave->write_count; i++) {
    WaveWrite *write = &wave->writes[i];
    Atom *indices = arena_array(program->arena, Atom, write->index_count);
    for (size_t k = 0; k < write->index_count; k++) {
      bool is_chosen = is_result_of(wave->choice, write->indices[k], &number);
      indices[k] = is_chosen ? body->results[number] : write->indices[k];
    }
    write->indices = indices;
    if (is_result_of(wave->choice, write->value, &number)) write->value = body->results[number];
  }
}

static void match_choice(Program *program, Wave *wave) {
  const Stms *stms = &wave->points->body.stms;
  const Stm *last = stms->count > 0 ? stms->data[stms->count - 1] : NULL;
  if (!last || last->exp->op != OP_IF || last->cert_count > 0) return;
  bool is_first_idle = is_idle(wave, last, 0);
  if (is_first_idle == is_idle(wave, last, 1)) return;
  wave->choice = last;
  wave->arm = is_first_idle ? 1 : 0;
  enter_arm(program, wave);
}

// Does each round have its own? Rows are as many in all of them.
static bool is_of_round(const Wave *wave, const Var *width) {
  for (size_t i = 0; i < wave->first; i++) {
    const Stm *stm = wave->loop->body->stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k] == width) return true;
  }
  return width && width == wave->loop->index;
}

// The loop as rounds over points; false when it is none.
static bool match(Program *program, Stm *stm, Wave *wave) {
  if (stm->exp->op != OP_LOOP || !stm->exp->as.loop->index) return false;
  const Loop *loop = stm->exp->as.loop;
  const Stms *stms = &loop->body->stms;
  *wave = (Wave){.stm = stm, .loop = loop};
  if (!type_is_scalar(loop->index->type, SCALAR_I64)) return false;
  while (wave->first < stms->count && stms->data[wave->first]->exp->op != OP_PAR &&
         is_simple(loop, stms->data[wave->first]))
    wave->first++;
  if (wave->first + 1 >= stms->count || !is_row(stms->data[wave->first])) return false;
  const Stm *made = stms->data[wave->first];
  wave->points = made->exp->as.par;
  const Thunk *thunk = &wave->points->body;
  if (!thunk_has_only(thunk, TRAIT_ELEMENTS) || !are_simple(loop, &thunk->stms)) return false;
  if (is_of_round(wave, wave->points->space[0].var)) return false;
  for (size_t i = wave->first + 1; i < stms->count; i++)
    if (!match_put(program, wave, made, stms->data[i])) return false;
  if (wave->write_count != loop->param_count) return false;
  match_choice(program, wave);
  return true;
}

// ---- The order of two points ----

static Var *round_of(const Wave *wave) { return wave->loop->index; }
static Var *row_of(const Wave *wave) { return wave->points->indices[0]; }

static const Poly *distance(Waves *waves, const Var *a, const Var *b) {
  Sizes *sizes = waves->sizes;
  return poly_sub(sizes_algebra(sizes), sizes_poly(sizes, atom_var((Var *)a)),
                  sizes_poly(sizes, atom_var((Var *)b)));
}

// Is one of the indices proved to differ?
static bool is_elsewhere(Waves *waves, const Poly *const *a, const Poly *const *b, size_t count) {
  Bounds *bounds = sizes_bounds(waves->sizes);
  Algebra *algebra = sizes_algebra(waves->sizes);
  for (size_t k = 0; k < count; k++) {
    const Poly *difference = bounds_normalise(bounds, poly_sub(algebra, a[k], b[k]));
    if (prove_positive(bounds, difference, NULL)) return true;
    if (prove_positive(bounds, poly_negate(algebra, difference), NULL)) return true;
  }
  return false;
}

// The same, of points that are `apart` >= 1 rows apart.
static bool is_elsewhere_by_rows(Waves *waves, const Poly *apart, const Poly *const *a,
                                 const Poly *const *b, size_t count) {
  Algebra *algebra = sizes_algebra(waves->sizes);
  Bounds *bounds = sizes_bounds(waves->sizes);
  SizesMark mark = sizes_mark(waves->sizes);
  bool is_proved = false, is_last = false;
  for (int64_t rows = 1; !is_last; rows++) {
    // All that are at least so far apart at once; otherwise one by one.
    bounds_assume(bounds, poly_add_constant(algebra, apart, -rows), NULL);
    is_proved = is_elsewhere(waves, a, b, count);
    is_last = is_proved || rows > APART_LIMIT;
    sizes_leave(waves->sizes, mark);
    if (is_last) break;
    bounds_assume_zero(bounds, poly_add_constant(algebra, apart, -rows), NULL);
    is_last = !is_elsewhere(waves, a, b, count);
    sizes_leave(waves->sizes, mark);
  }
  return is_proved;
}

// The point of this copy of the loop, up to where it writes.
static void enter_point(Waves *waves, const Wave *wave) {
  Sizes *sizes = waves->sizes;
  sizes_enter_loop(sizes, wave->stm);
  for (size_t i = 0; i < wave->first; i++)
    sizes_stm(sizes, wave->loop->body->stms.data[i]);
  sizes_enter_par(sizes, wave->points);
}

static void enter_write(Waves *waves, const Wave *wave) {
  const Stms *stms = &wave->points->body.stms;
  enter_point(waves, wave);
  for (size_t i = 0; i < stms->count && stms->data[i] != wave->choice; i++)
    sizes_stm(waves->sizes, stms->data[i]);
  if (!wave->choice) return;
  sizes_enter_branch(waves->sizes, wave->choice->exp, wave->arm);
  const Stms *chosen = &wave->choice->exp->as.branches.bodies[wave->arm]->stms;
  for (size_t i = 0; i < chosen->count; i++)
    sizes_stm(waves->sizes, chosen->data[i]);
}

static Wave copy_of(Waves *waves, const Wave *wave) {
  Wave copy;
  Stm *stm = rename_stm(waves->program, wave->stm, subst_new(waves->program));
  if (!match(waves->program, stm, &copy)) INTERNAL_ERROR("a copy of a loop is not like it");
  return copy;
}

static const WaveWrite *write_of(const Wave *wave, const Var *param) {
  for (size_t i = 0; i < wave->loop->param_count; i++)
    for (size_t k = 0; k < wave->write_count; k++)
      if (wave->writes[k].param == param) return &wave->writes[k];
  return NULL;
}

static void index_polys(Waves *waves, const Atom *indices, size_t count, const Poly **polys) {
  for (size_t k = 0; k < count; k++)
    polys[k] = sizes_poly(waves->sizes, indices[k]);
}

// May the point that is entered, which uses this element of the array, and one that writes there
// change their order? Only after: it uses the element in an earlier round, or the same, and in a
// later row.
static bool is_in_order(Waves *waves, const Var *param, const Atom *indices, bool only_behind) {
  const Wave *wave = waves->wave;
  Sizes *sizes = waves->sizes;
  Algebra *algebra = sizes_algebra(sizes);
  Bounds *bounds = sizes_bounds(sizes);
  size_t number = 0;
  while (wave->loop->params[number] != param)
    number++;
  const Poly *used[RANK_LIMIT], *written[RANK_LIMIT];
  index_polys(waves, indices, param->type->rank, used);
  Wave other = copy_of(waves, wave);
  SizesMark mark = sizes_mark(sizes);
  enter_write(waves, &other);
  const WaveWrite *write = write_of(&other, other.loop->params[number]);
  index_polys(waves, write->indices, write->index_count, written);
  const Poly *later = distance(waves, round_of(&other), round_of(wave));
  const Poly *below = distance(waves, row_of(&other), row_of(wave));
  SizesMark inside = sizes_mark(sizes);
  bounds_assume(bounds, later, NULL);
  bool is_right =
      is_elsewhere_by_rows(waves, poly_negate(algebra, below), written, used, write->index_count);
  sizes_leave(sizes, inside);
  if (is_right && !only_behind) {
    bounds_assume(bounds, poly_add_constant(algebra, poly_negate(algebra, later), -1), NULL);
    is_right = is_elsewhere_by_rows(waves, below, written, used, write->index_count);
  }
  sizes_leave(sizes, mark);
  return is_right;
}

static bool are_reads_in_order(Waves *waves, const Stms *stms);

static bool is_read_in_order(Waves *waves, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_INDEX && is_param(waves->wave->loop, exp->args[0].var)) {
    if (waves->reads++ == READ_LIMIT) return false;
    return is_in_order(waves, exp->args[0].var, exp->args + 1, false);
  }
  if (exp->op != OP_IF && exp->op != OP_SWITCH) return true;
  SizesMark mark = sizes_mark(waves->sizes);
  for (size_t i = 0; i < exp->as.branches.body_count; i++) {
    sizes_enter_branch(waves->sizes, exp, i);
    bool is_right = are_reads_in_order(waves, &exp->as.branches.bodies[i]->stms);
    sizes_leave(waves->sizes, mark);
    if (!is_right) return false;
  }
  return true;
}

static bool are_reads_in_order(Waves *waves, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    if (!is_read_in_order(waves, stms->data[i])) return false;
    sizes_stm(waves->sizes, stms->data[i]);
  }
  return true;
}

// No array of the loop is read in front of the points.
static bool is_read_in_front(const Wave *wave) {
  for (size_t i = 0; i < wave->first; i++) {
    const Exp *exp = wave->loop->body->stms.data[i]->exp;
    if (op_has(exp->op, FLAG_BODIES)) return true;
    for (size_t k = 0; k < exp->arg_count; k++)
      if (is_param(wave->loop, exp->args[k].var)) return true;
  }
  return false;
}

// Do rows go along the last dimension of each array, and rounds down it?
static bool is_along_rows(Waves *waves, const WaveWrite *write) {
  Algebra *algebra = sizes_algebra(waves->sizes);
  const Poly *address = poly_constant(algebra, 0), *step, *rest;
  for (size_t k = 0; k < write->index_count; k++) {
    Dim dim = write->param->type->dims[k];
    address = poly_mul(algebra, address, sizes_poly(waves->sizes, dim_size(dim)));
    address = poly_add(algebra, address, sizes_poly(waves->sizes, write->indices[k]));
  }
  int64_t number;
  if (!poly_split(algebra, address, round_of(waves->wave), &step, &rest)) return false;
  if (!poly_is_constant(step, &number) || (number != 1 && number != -1)) return false;
  if (!poly_split(algebra, address, row_of(waves->wave), &step, &rest)) return false;
  return !poly_is_constant(step, &number) || number > 1 || number < -1;
}

// ---- The rounds of a row ----

static const Exp *definition_in(const Wave *wave, Atom atom) {
  const Stms *lists[] = {&wave->loop->body->stms, &wave->points->body.stms};
  for (size_t l = 0; l < 2 && atom.var; l++)
    for (size_t i = 0; i < lists[l]->count; i++)
      if (lists[l]->data[i]->var_count == 1 && lists[l]->data[i]->vars[0] == atom.var)
        return lists[l]->data[i]->exp;
  return NULL;
}

// a - b - slack >= 0 as a bound of the round, of what is known outside, that does not overflow.
static bool find_bound(Waves *waves, Atom a, Atom b, int64_t slack) {
  Sizes *sizes = waves->sizes;
  Algebra *algebra = sizes_algebra(sizes);
  const int64_t large = INT64_C(1) << 61;
  const Poly *poly = poly_sub(algebra, sizes_poly(sizes, a), sizes_poly(sizes, b));
  const Poly *step, *rest;
  int64_t number, low, high;
  poly = poly_add_constant(algebra, poly, -slack);
  if (waves->bound_count == CONDITION_LIMIT || !poly) return false;
  if (!poly_split(algebra, poly, round_of(waves->wave), &step, &rest)) return false;
  if (!poly_is_constant(step, &number) || (number != 1 && number != -1)) return false;
  if (!bounds_interval(sizes_bounds(sizes), rest, &low, &high) || low < -large || high > large)
    return false;
  VarSet inside = bound_vars_par(waves->program->arena, waves->wave->points);
  Stms front = waves->wave->loop->body->stms;
  front.count = waves->wave->first;
  VarSet before = bound_vars_stms(waves->program->arena, &front);
  for (size_t i = 0; i < rest->count; i++)
    for (uint32_t k = 0; k < rest->terms[i].degree; k++) {
      const Var *var = rest->terms[i].vars[k];
      if (var == row_of(waves->wave)) continue;
      if (varset_has(&inside, var) || varset_has(&before, var)) return false;
      if (sizes_instance(sizes, var)) return false;
    }
  waves->bounds[waves->bound_count++] = (WaveBound){.rest = rest, .is_low = number > 0};
  return true;
}

// What the condition says of the round, all of it, when it has this value.
static bool find_bounds(Waves *waves, Atom condition, bool value, unsigned depth) {
  const Exp *exp = definition_in(waves->wave, condition);
  if (!exp || depth == 0) return false;
  if (exp->op == OP_NOT) return find_bounds(waves, exp->args[0], !value, depth - 1);
  if (exp->op == (value ? OP_AND : OP_OR))
    return find_bounds(waves, exp->args[0], value, depth - 1) &&
           find_bounds(waves, exp->args[1], value, depth - 1);
  if (exp->op != OP_SLT && exp->op != OP_SLE) return false;
  int64_t slack = (exp->op == OP_SLT) == value ? 1 : 0;
  return find_bound(waves, exp->args[value ? 1 : 0], exp->args[value ? 0 : 1], slack);
}

// May the points without anything to write be left out? Not if they fail.
static bool find_rounds(Waves *waves) {
  const Wave *wave = waves->wave;
  waves->bound_count = 0;
  if (!wave->choice) return false;
  for (size_t i = 0; i + 1 < wave->points->body.stms.count; i++)
    if (op_has(wave->points->body.stms.data[i]->exp->op, FLAG_FAILS | FLAG_BODIES)) return false;
  const Body *idle = wave->choice->exp->as.branches.bodies[1 - wave->arm];
  return idle->stms.count == 0 &&
         find_bounds(waves, wave->choice->exp->args[0], wave->arm == 0, CONDITION_LIMIT);
}

// The limits of the rounds: from `first` on, and `count` of them. Bounds that others imply, where
// there is a round, are left out.
static void build_rounds(Waves *waves, Builder *builder, Atom bound, Atom *first, Atom *count) {
  Algebra *algebra = sizes_algebra(waves->sizes);
  Bounds *bounds = sizes_bounds(waves->sizes);
  const Poly *least = poly_constant(algebra, 0), *most = sizes_poly(waves->sizes, bound);
  Atom low = atom_i64(0), high = bound;
  for (size_t i = 0; i < waves->bound_count; i++) {
    const WaveBound *at = &waves->bounds[i];
    const Poly *limit =
        at->is_low ? poly_negate(algebra, at->rest) : poly_add_constant(algebra, at->rest, 1);
    const Poly **best = at->is_low ? &least : &most;
    const Poly *gain = poly_sub(algebra, *best, limit);
    if (at->is_low) gain = poly_negate(algebra, gain);
    if (waves->has_rounds && prove_nonnegative(bounds, poly_negate(algebra, gain), NULL)) continue;
    bool is_better = waves->has_rounds && prove_nonnegative(bounds, gain, NULL);
    Atom atom = build_poly(builder, at->is_low ? "first" : "end", limit);
    Atom *side = at->is_low ? &low : &high;
    if (is_better)
      *side = atom;
    else
      *side = build_binary(builder, "limit", at->is_low ? OP_SMAX : OP_SMIN, *side, atom);
    *best = is_better ? limit : NULL;
  }
  *first = low;
  const Poly *rounds = poly_sub(algebra, most, least);
  *count = rounds ? build_poly(builder, "rounds", rounds)
                  : build_binary(builder, "rounds", OP_SUB, high, low);
}

// ---- The rows ----

static Var *copied_param(const Wave *wave, const Vars *params, const Var *param) {
  for (size_t i = 0; i < wave->loop->param_count; i++)
    if (wave->loop->params[i] == param) return params->data[i];
  return NULL;
}

// The array after the write, which is ignored out of range.
static Atom build_write(Builder *builder, const WaveWrite *write) {
  Program *program = builder->program;
  Selector selector = selector_of(program, write->index_count, false);
  Stms stms = {0};
  Builder inside = builder_new(program, &stms, builder->span);
  Exp *update =
      exp_update(program, write->param, selector, write->indices, write->index_count, write->value);
  if (write->is_inside) return atom_var(build_let(builder, "written", update));
  Atom is_inside = atom_bool(true);
  for (size_t k = 0; k < write->index_count; k++) {
    Atom size = dim_size(write->param->type->dims[k]);
    Atom is_below = build_binary(builder, "is_below", OP_ULT, write->indices[k], size);
    is_inside = k == 0 ? is_below : build_binary(builder, "is_inside", OP_AND, is_inside, is_below);
  }
  Atom written = atom_var(build_let(&inside, "written", update)), kept = atom_var(write->param);
  Body *then_body = body_new(program, stms, &written, 1);
  Body *else_body = body_new(program, (Stms){0}, &kept, 1);
  return atom_var(build_let(builder, "written", exp_if(program, is_inside, then_body, else_body)));
}

static void build_writes(const Wave *wave, Builder *builder, Atom *results) {
  for (size_t i = 0; i < wave->write_count; i++)
    for (size_t k = 0; k < wave->loop->param_count; k++)
      if (wave->loop->params[k] == wave->writes[i].param)
        results[k] = build_write(builder, &wave->writes[i]);
}

// The arms of the choice with arrays as results.
static void build_choice(const Wave *wave, Builder *builder, Atom *results) {
  Program *program = builder->program;
  size_t count = wave->loop->param_count;
  const Exp *exp = wave->choice->exp;
  Body *bodies[2];
  for (size_t arm = 0; arm < 2; arm++) {
    Stms stms = exp->as.branches.bodies[arm]->stms;
    Stms copy = {0};
    Atom *arrays = arena_array(program->arena, Atom, count);
    vec_append(program->arena, &copy, stms.data, stms.count);
    Builder inside = builder_new(program, &copy, builder->span);
    for (size_t k = 0; k < count; k++)
      arrays[k] = atom_var(wave->loop->params[k]);
    if (arm == wave->arm) build_writes(wave, &inside, arrays);
    bodies[arm] = body_new(program, copy, arrays, count);
  }
  Exp *choice = exp_if(program, exp->args[0], bodies[0], bodies[1]);
  const Stm *stm = build_infer(builder, "written", choice);
  for (size_t k = 0; k < count; k++)
    results[k] = atom_var(stm->vars[k]);
}

// A point: what is in front of the par, too.
static Body *build_point(const Wave *wave, Builder *builder, bool is_bounded) {
  Program *program = builder->program;
  const Stms *stms = &wave->points->body.stms, *front = &wave->loop->body->stms;
  Atom *results = arena_array(program->arena, Atom, wave->loop->param_count);
  vec_append(program->arena, builder->stms, front->data, wave->first);
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != wave->choice) vec_push(program->arena, builder->stms, stms->data[i]);
  if (wave->choice && is_bounded) {
    const Stms *chosen = &wave->choice->exp->as.branches.bodies[wave->arm]->stms;
    vec_append(program->arena, builder->stms, chosen->data, chosen->count);
  }
  if (wave->choice && !is_bounded)
    build_choice(wave, builder, results);
  else
    build_writes(wave, builder, results);
  return body_new(program, *builder->stms, results, wave->loop->param_count);
}

// The copy of the loop, by rows.
static Stm *build_wave(Waves *waves, const Wave *wave, const Stm *stm, bool is_bounded) {
  Program *program = waves->program;
  size_t count = wave->loop->param_count;
  Stms row = {0}, point = {0}, out = {0};
  Builder builder = builder_new(program, &row, stm->span);
  Builder inside = builder_new(program, &point, stm->span);
  Vars params = {0};
  Atom *inits = arena_array(program->arena, Atom, count);
  Loop *rounds = arena_make(program->arena, Loop), *rows = arena_make(program->arena, Loop);
  *rounds = (Loop){.params = wave->loop->params, .param_count = count};
  for (size_t i = 0; i < count; i++) {
    vec_push(program->arena, &params,
             var_like(program, wave->loop->params[i], wave->loop->params[i]->type));
    inits[i] = atom_var(copied_param(wave, &params, wave->loop->params[i]));
  }
  Atom bound = loop_bound(wave->stm->exp), first = atom_i64(0);
  rounds->index = round_of(wave);
  if (is_bounded) build_rounds(waves, &builder, bound, &first, &bound);
  if (first.var) {
    rounds->index = var_like(program, round_of(wave), round_of(wave)->type);
    Atom sum[] = {first, atom_var(rounds->index)};
    Var *round = round_of(wave);
    build_stm(&inside, exp_new(program, OP_ADD, sum, 2), &round, 1);
  }
  rounds->body = build_point(wave, &inside, is_bounded);
  const Stm *done = build_infer(&builder, "row", exp_loop(program, rounds, inits, bound));
  Atom *results = arena_array(program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    results[i] = atom_var(done->vars[i]);
  *rows = (Loop){.params = params.data, .param_count = count, .index = row_of(wave)};
  rows->body = body_new(program, row, results, count);
  Builder outside = builder_new(program, &out, stm->span);
  outside.certs = stm->certs;
  outside.cert_count = stm->cert_count;
  Atom height = dim_size(wave->points->space[0]);
  return build_stm(&outside, exp_loop(program, rows, stm->exp->args, height), stm->vars,
                   stm->var_count);
}

// ---- The pass ----

static void note_inside(Waves *waves, Wave *wave) {
  Bounds *bounds = sizes_bounds(waves->sizes);
  Algebra *algebra = sizes_algebra(waves->sizes);
  for (size_t i = 0; i < wave->write_count; i++) {
    WaveWrite *write = &wave->writes[i];
    write->is_inside = true;
    for (size_t k = 0; k < write->index_count; k++) {
      const Poly *index = sizes_poly(waves->sizes, write->indices[k]);
      Atom size = dim_size(write->param->type->dims[k]);
      const Poly *left = poly_sub(algebra, sizes_poly(waves->sizes, size), index);
      write->is_inside = write->is_inside && prove_nonnegative(bounds, index, NULL) &&
                         prove_positive(bounds, left, NULL);
    }
  }
}

// Nothing is known of the rounds where the rows begin.
static Stm *rewrite(Waves *waves, Wave *wave, const Stm *stm) {
  Sizes *sizes = waves->sizes;
  SizesMark mark = sizes_mark(sizes);
  waves->wave = wave;
  waves->reads = 0;
  waves->has_rounds =
      prove_positive(sizes_bounds(sizes), sizes_poly(sizes, loop_bound(stm->exp)), NULL);
  enter_write(waves, wave);
  bool is_right = true;
  for (size_t i = 0; is_right && i < wave->write_count; i++) {
    const WaveWrite *write = &wave->writes[i];
    is_right =
        is_along_rows(waves, write) && is_in_order(waves, write->param, write->indices, true);
  }
  if (is_right) note_inside(waves, wave);
  sizes_leave(sizes, mark);
  if (!is_right) return NULL;
  enter_point(waves, wave);
  is_right = are_reads_in_order(waves, &wave->points->body.stms);
  bool is_bounded = is_right && find_rounds(waves);
  sizes_leave(sizes, mark);
  if (!is_right) return NULL;
  sizes_enter_par(sizes, wave->points);
  Stm *rows = build_wave(waves, wave, stm, is_bounded);
  sizes_leave(sizes, mark);
  return rows;
}

static void look_at(void *context, Stm *stm) {
  Waves *waves = context;
  Wave wave;
  if (!match(waves->program, stm, &wave) || is_read_in_front(&wave)) return;
  Wave copy = copy_of(waves, &wave);
  Stm *rows = rewrite(waves, &copy, stm);
  if (rows) map_put(waves->done, map_key(stm), rows);
}

static bool find_wave(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  *is_found = *is_found || stm->exp->op == OP_LOOP;
  return !*is_found;
}

static bool replace(Mapper *mapper, Stm *stm, Stms *out) {
  const Waves *waves = mapper->context;
  Stm *rows = map_get(waves->done, map_key(stm));
  if (!rows) return false;
  vec_push(mapper->program->arena, out, rows);
  return true;
}

static void look_at_body(Program *program, const Fun *fun, Body **body) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = find_wave};
  walk_body(&walker, *body);
  if (!is_found) return;
  Arena *scratch = arena_new();
  Waves waves = {.program = program, .done = map_new(scratch)};
  waves.sizes = sizes_new(scratch, program, fun);
  sizes_visit(waves.sizes, *body, look_at, &waves);
  Mapper mapper = {.program = program, .context = &waves, .stm = replace};
  if (map_count(waves.done) > 0) *body = map_body(&mapper, *body);
  arena_free(scratch);
}

static Program *wavefront_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  if (target->has_device) return program;
  for (size_t i = 0; i < program->globals.count; i++)
    look_at_body(program, NULL, &program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    look_at_body(program, program->funs.data[i], &program->funs.data[i]->body);
  return program;
}

const Pass pass_wavefront = {.name = "wavefront",
                             .purpose = "write tables by rows that are made along diagonals",
                             .from = LEVEL_FLAT,
                             .to = LEVEL_FLAT,
                             .breaks = PROPERTY_SIMPLE,
                             .run = wavefront_run};
